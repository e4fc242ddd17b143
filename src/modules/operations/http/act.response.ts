import type { ActView, PastAct } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Act', description: 'What an act of an operator has changed, or would change.' })
export class ActResponse implements ActView {
  @ApiPropertyOptional({
    description: 'Of its row among the acts; absent for a dry run.',
    format: 'uuid',
    example: '019a7c2f-0a11-7c5e-9d3f-8b7a6c5d4e3f',
  })
  id?: string;

  @ApiProperty({ example: 'sagas.compensate' })
  act!: string;

  @ApiProperty({ example: 'saga/019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c' })
  target!: string;

  @ApiProperty({ enum: ['done', 'would_be_done'], example: 'done' })
  outcome!: ActView['outcome'];

  @ApiProperty({
    description: 'What its commit changes.',
    type: [String],
    example: [
      'saga cancel-order begins',
      'refund 17.80 EUR with key 019a7c1e-58f0-7aaa-8bbb-0d5f3f6c1b2e:payment.refund',
    ],
  })
  effects!: string[];

  @ApiProperty({
    description: 'What follows when others have answered.',
    type: [String],
    example: ['stock TEA-GREEN +2'],
  })
  afterwards!: string[];
}

@ApiSchema({ name: 'PastAct', description: 'An act of an operator as it is kept.' })
export class PastActResponse implements PastAct {
  @ApiProperty({ format: 'uuid', example: '019a7c2f-0a11-7c5e-9d3f-8b7a6c5d4e3f' })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T10:12:00.000Z' })
  at!: string;

  @ApiProperty({ description: 'The name of the API key.', example: 'ops' })
  actor!: string;

  @ApiProperty({ example: 'sagas.compensate' })
  act!: string;

  @ApiProperty({ example: 'saga/019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c' })
  target!: string;

  @ApiPropertyOptional({ description: 'Whose order it was about.', example: 'shop' })
  tenantId?: string;

  @ApiPropertyOptional({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId?: string;

  @ApiProperty({ example: 'Customer called.' })
  reason!: string;

  @ApiPropertyOptional({ description: 'What was seen at the provider.', example: 'Dashboard, payments of 14 March.' })
  evidence?: string;

  @ApiProperty({
    description: '`proposed`: another operator had to ask for the same first.',
    enum: ['done', 'proposed'],
    example: 'done',
  })
  outcome!: PastAct['outcome'];

  @ApiProperty({ type: [String], example: ['saga cancel-order begins'] })
  effects!: string[];

  @ApiPropertyOptional({
    description: 'The proposal of another operator that it confirmed.',
    format: 'uuid',
    example: '019a7c2f-0000-7c5e-9d3f-8b7a6c5d4e3f',
  })
  confirms?: string;
}

@ApiSchema({ name: 'ActList', description: 'One page of acts, newest first.' })
export class ActListResponse {
  @ApiProperty({ type: [PastActResponse] })
  items!: PastActResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
