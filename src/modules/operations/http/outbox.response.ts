import type { ConsumerLag, OutboxView } from '../contract/index.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'ConsumerLag' })
export class ConsumerLagResponse implements ConsumerLag {
  @ApiProperty({ example: 'orders.timeline' })
  consumer!: string;

  @ApiProperty({ description: 'Messages on their way to it, as far as 100,000.', type: 'integer', example: 4 })
  waiting!: number;

  @ApiProperty({ description: 'Messages that it has failed at too often.', type: 'integer', example: 0 })
  dead!: number;

  @ApiProperty({
    description: 'Seconds since the oldest one that is on its way; 0 when none is.',
    type: 'number',
    example: 0.4,
  })
  oldestSeconds!: number;
}

@ApiSchema({ name: 'Outbox', description: 'What has happened and was not heard of by everybody yet.' })
export class OutboxResponse implements OutboxView {
  @ApiProperty({ description: 'Committed, and not yet handed to the consumers.', type: 'integer', example: 0 })
  undistributed!: number;

  @ApiProperty({
    description: 'Seconds since the oldest message that somebody still has to hear of.',
    type: 'number',
    example: 0.4,
  })
  lagSeconds!: number;

  @ApiProperty({ type: [ConsumerLagResponse] })
  items!: ConsumerLagResponse[];

  @ApiProperty({
    description: 'Always null: all of them are on one page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: null;
}
