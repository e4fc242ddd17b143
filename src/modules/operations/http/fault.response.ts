import type { WaitingFault } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'WaitingFault', description: 'A fault of the sandbox that waits for the next payments.' })
export class FaultResponse implements WaitingFault {
  @ApiProperty({ example: 'webhook-twice' })
  kind!: string;

  @ApiPropertyOptional({ description: 'Milliseconds, of those that wait.', type: 'integer' })
  ms?: number;

  @ApiProperty({ description: 'Payments that it still meets.', type: 'integer', example: 1 })
  times!: number;
}

@ApiSchema({ name: 'WaitingFaultList', description: 'The faults that wait, the first one to act first.' })
export class FaultListResponse {
  @ApiProperty({ type: [FaultResponse] })
  items!: FaultResponse[];

  @ApiProperty({
    description: 'Whether this process may be killed: somebody starts it again.',
    example: true,
  })
  workerKillable!: boolean;

  @ApiProperty({
    description: 'Always null: all of them are on one page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: null;
}
