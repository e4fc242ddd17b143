import type { OrderStatus, OrderView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const ORDER_ID = '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e';
const STATUSES: OrderStatus[] = ['draft', 'pending', 'confirmed', 'cancelling', 'cancelled', 'needs_attention'];

@ApiSchema({ name: 'OrderItem', description: 'One SKU of an order at the price it was placed at.' })
export class OrderItemResponse {
  @ApiProperty({ example: 'TEA-GREEN' })
  sku!: string;

  @ApiProperty({ example: 2, type: 'integer', minimum: 1 })
  quantity!: number;

  @ApiProperty({ description: 'Minor units, frozen when the order was placed.', example: 890, type: 'integer' })
  unitPrice!: number;

  @ApiProperty({ description: 'Minor units.', example: 1780, type: 'integer' })
  lineTotal!: number;
}

@ApiSchema({ name: 'Failure', description: 'Why an order was not fulfilled.' })
export class FailureResponse {
  @ApiProperty({ description: 'One of the codes on /docs/problems.', example: 'out_of_stock' })
  code!: string;

  @ApiProperty({ description: 'For a person.', example: 'TEA-RARE is out of stock.' })
  detail!: string;
}

@ApiSchema({ name: 'Order', description: 'An order; amounts in minor units of its currency.' })
export class OrderResponse implements OrderView {
  @ApiProperty({ format: 'uuid', example: ORDER_ID })
  id!: string;

  @ApiProperty({
    description: '`confirmed`: paid, and its stock is sold to it. `cancelled`: nothing of it remains.',
    enum: STATUSES,
    example: 'confirmed',
  })
  status!: OrderStatus;

  @ApiProperty({ example: 'customer-1' })
  customerId!: string;

  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'Minor units.', example: 1780, type: 'integer' })
  total!: number;

  @ApiProperty({ type: [OrderItemResponse] })
  items!: OrderItemResponse[];

  @ApiPropertyOptional({ format: 'uuid', example: '019a7c1e-58f4-7b11-8c0e-3a1d2f4b5c6d' })
  paymentId?: string;

  @ApiPropertyOptional({
    description: 'Its way through payment and stock.',
    format: 'uuid',
    example: '019a7c1e-58f3-7d42-b1a7-6e5d4c3b2a19',
  })
  sagaId?: string;

  @ApiPropertyOptional({ example: 'Leave it with the neighbour.' })
  note?: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.712Z' })
  updatedAt!: string;

  @ApiProperty({ description: 'Its ETag.', example: 2, type: 'integer' })
  version!: number;

  @ApiPropertyOptional({ description: 'Present once it was cancelled.', type: FailureResponse })
  failure?: FailureResponse;
}

@ApiSchema({ name: 'OrderList', description: 'One page of orders, newest first.' })
export class OrderListResponse {
  @ApiProperty({ type: [OrderResponse] })
  items!: OrderResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
