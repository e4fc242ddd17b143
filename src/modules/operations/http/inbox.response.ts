import { INBOX_STATES, type MessageView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'InboxMessage', description: 'A notice of the payment provider, and what became of it.' })
export class MessageResponse implements MessageView {
  @ApiProperty({ format: 'uuid', example: '019a7c1e-5a00-7c3a-9a55-0d5f3f6c1b2e' })
  id!: string;

  @ApiProperty({ example: 'stripe' })
  provider!: string;

  @ApiProperty({ description: 'What the sender calls it.', example: 'evt_1TgXjZ2eZvKYlo2C' })
  eventId!: string;

  @ApiProperty({ example: 'payment_intent.succeeded' })
  type!: string;

  @ApiProperty({ enum: INBOX_STATES, example: 'parked' })
  state!: MessageView['state'];

  @ApiPropertyOptional({
    description: 'Why it is where it is.',
    example: 'Nothing of ours is known that it could be about.',
  })
  detail?: string;

  @ApiPropertyOptional({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId?: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:54.001Z' })
  receivedAt!: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-03-14T09:26:54.090Z' })
  decidedAt?: string;
}

@ApiSchema({ name: 'InboxMessageList', description: 'One page of messages, newest first.' })
export class MessageListResponse {
  @ApiProperty({ type: [MessageResponse] })
  items!: MessageResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
