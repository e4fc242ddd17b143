import type { TimelineItem, TimelineKind } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const KINDS: TimelineKind[] = [
  'request',
  'replay',
  'step',
  'fact',
  'webhook',
  'job',
  'compensation',
  'operator',
  'duplicate',
];
const LAYERS: NonNullable<TimelineItem['layer']>[] = ['api', 'event', 'inbox', 'job', 'step'];

@ApiSchema({ name: 'TimelineItem', description: 'One line of what happened to an order.' })
export class TimelineItemResponse implements TimelineItem {
  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.712Z' })
  at!: string;

  @ApiProperty({ enum: KINDS, example: 'step' })
  kind!: TimelineKind;

  @ApiPropertyOptional({ description: 'Of a `duplicate`: the layer that stopped it.', enum: LAYERS })
  layer?: TimelineItem['layer'];

  @ApiPropertyOptional({ description: 'How often, where several are one line.', type: 'integer', minimum: 1 })
  count?: number;

  @ApiPropertyOptional({ description: 'The step of its way that it is about.', example: 'payment.capture' })
  step?: string;

  @ApiProperty({ description: 'A sentence for a person.', example: 'Taking the payment is done.' })
  detail!: string;
}

@ApiSchema({ name: 'Timeline', description: 'Everything that happened to an order, oldest first.' })
export class TimelineResponse {
  @ApiProperty({ type: [TimelineItemResponse] })
  items!: TimelineItemResponse[];
}
