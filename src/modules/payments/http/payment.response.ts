import type { PaymentStatus, PaymentView, RefundStatus, RefundView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const PAYMENT_ID = '019a7c1e-58f4-7b11-8c0e-3a1d2f4b5c6d';

const STATUSES: PaymentStatus[] = [
  'pending',
  'requires_action',
  'processing',
  'captured',
  'partially_refunded',
  'refunded',
  'declined',
  'cancelled',
  'unknown',
];

const REFUND_STATUSES: RefundStatus[] = ['pending', 'succeeded', 'failed'];

@ApiSchema({ name: 'Refund', description: 'Money on its way back; amounts in minor units of its currency.' })
export class RefundResponse implements RefundView {
  @ApiProperty({ format: 'uuid', example: '019a7c20-11aa-7c5e-9d3f-8b7a6c5d4e3f' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: PAYMENT_ID })
  paymentId!: string;

  @ApiProperty({ description: 'Minor units.', example: 890, type: 'integer' })
  amount!: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;

  @ApiProperty({
    description: '`pending`: the provider has accepted it and is not through with it.',
    enum: REFUND_STATUSES,
    example: 'succeeded',
  })
  status!: RefundStatus;

  @ApiPropertyOptional({ example: 'One cup was broken.' })
  reason?: string;

  @ApiPropertyOptional({ description: "The provider's own id.", example: 're_3TgXk2' })
  providerReference?: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-15T10:00:00.000Z' })
  createdAt!: string;
}

@ApiSchema({ name: 'Payment', description: 'The payment of an order; amounts in minor units of its currency.' })
export class PaymentResponse implements PaymentView {
  @ApiProperty({ format: 'uuid', example: PAYMENT_ID })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId!: string;

  @ApiProperty({ description: 'Minor units.', example: 1780, type: 'integer' })
  amount!: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'Minor units that were taken from the customer.', example: 1780, type: 'integer' })
  captured!: number;

  @ApiProperty({ description: 'Minor units that were given back.', example: 0, type: 'integer' })
  refunded!: number;

  @ApiProperty({
    description:
      '`captured`: the money is there. `requires_action`: the customer has to confirm it. ' +
      '`unknown`: the provider did not say in time; we find out.',
    enum: STATUSES,
    example: 'captured',
  })
  status!: PaymentStatus;

  @ApiProperty({ description: 'Who moves the money.', example: 'sandbox' })
  provider!: string;

  @ApiPropertyOptional({ description: "The provider's own id.", example: 'pi_3TgXjZ' })
  providerReference?: string;

  @ApiProperty({ type: [RefundResponse], example: [] })
  refunds!: RefundResponse[];

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  createdAt!: string;

  @ApiProperty({ description: 'Its ETag.', example: 2, type: 'integer' })
  version!: number;
}
