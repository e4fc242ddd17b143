import { LAYERS, type Overview } from '../contract/index.js';
import { ConsumerLagResponse } from './outbox.response.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const count = (description: string, example = 0) => ({ description, type: 'integer', example }) as const;

@ApiSchema({ name: 'OpenSagas' })
export class OpenSagasResponse {
  @ApiProperty(count('On their way.', 3))
  running!: number;

  @ApiProperty(count('Being undone.'))
  compensating!: number;

  @ApiProperty(count('Of these, with a step of which nobody knows whether it has happened.', 1))
  inDoubt!: number;

  @ApiProperty(count('A person must look.'))
  needsAttention!: number;
}

@ApiSchema({ name: 'OldestInDoubt' })
export class OldestInDoubtResponse {
  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c' })
  sagaId!: string;

  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId!: string;

  @ApiProperty({ example: 'payment.capture' })
  step!: string;

  @ApiProperty({ description: 'When the step was begun.', format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  since!: string;
}

@ApiSchema({ name: 'OrderMinute', description: 'What became of the orders that were placed in one minute.' })
export class OrderMinuteResponse {
  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:00.000Z' })
  at!: string;

  @ApiProperty(count('Begun.', 12))
  placed!: number;

  @ApiProperty(count('Of these, by now confirmed.', 11))
  confirmed!: number;

  @ApiProperty(count('Of these, by now undone.', 1))
  undone!: number;
}

@ApiSchema({ name: 'InboxBacklog' })
export class InboxBacklogResponse {
  @ApiProperty(count('On their way.'))
  received!: number;

  @ApiProperty(count('Waiting for what they are about.', 1))
  parked!: number;

  @ApiProperty(count('Contradicting what is known.'))
  quarantined!: number;
}

@ApiSchema({ name: 'OutboxBacklog' })
export class OutboxBacklogResponse {
  @ApiProperty(count('Committed, and not yet handed to the consumers.'))
  undistributed!: number;

  @ApiProperty({ description: 'Seconds since the oldest message on its way.', type: 'number', example: 0.4 })
  lagSeconds!: number;

  @ApiProperty({ type: [ConsumerLagResponse] })
  consumers!: ConsumerLagResponse[];
}

@ApiSchema({ name: 'StoppedByLayer' })
export class StoppedByLayerResponse {
  @ApiProperty({ enum: LAYERS, example: 'api' })
  layer!: (typeof LAYERS)[number];

  @ApiProperty(count('Repeats that it has stopped.', 42))
  count!: number;
}

@ApiSchema({
  name: 'Overview',
  description: 'The whole service at one moment. What is open is counted up to 5,000 of each kind.',
})
export class OverviewResponse implements Overview {
  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:54.090Z' })
  at!: string;

  @ApiProperty({ type: OpenSagasResponse })
  sagas!: OpenSagasResponse;

  @ApiPropertyOptional({ description: 'Absent when nothing is in doubt.', type: OldestInDoubtResponse })
  oldestInDoubt?: OldestInDoubtResponse;

  @ApiProperty({ description: 'The last 15 minutes, oldest first.', type: [OrderMinuteResponse] })
  minutes!: OrderMinuteResponse[];

  @ApiProperty({
    description: 'False when more than 20,000 sagas began in them: the older minutes show too few.',
    example: true,
  })
  allMinutesCounted!: boolean;

  @ApiProperty({ type: InboxBacklogResponse })
  inbox!: InboxBacklogResponse;

  @ApiProperty({ type: OutboxBacklogResponse })
  outbox!: OutboxBacklogResponse;

  @ApiProperty(count('Messages that a consumer gave up.'))
  deadLetters!: number;

  @ApiProperty({ description: 'On the way of all orders, since ever.', type: [StoppedByLayerResponse] })
  stopped!: StoppedByLayerResponse[];
}
