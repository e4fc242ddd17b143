import { STANDINGS, type SagaStandingName, type SagaView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'SagaReason' })
export class SagaReasonResponse {
  @ApiProperty({ example: 'payment_in_doubt' })
  code!: string;

  @ApiProperty({ example: 'Nobody could find out yet whether the payment was made.' })
  detail!: string;
}

@ApiSchema({ name: 'Saga', description: 'Where an order, its cancel or a refund stands on its way.' })
export class SagaResponse implements SagaView {
  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c' })
  id!: string;

  @ApiProperty({ example: 'place-order' })
  definition!: string;

  @ApiProperty({ example: 'shop' })
  tenantId!: string;

  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId!: string;

  @ApiProperty({ enum: STANDINGS, example: 'in_doubt' })
  state!: SagaStandingName;

  @ApiPropertyOptional({ description: 'The step that is open.', example: 'payment.capture' })
  step?: string;

  @ApiPropertyOptional({ description: 'Why a person must look.', type: SagaReasonResponse })
  attention?: SagaReasonResponse;

  @ApiPropertyOptional({ description: 'Why it turned back.', type: SagaReasonResponse })
  failure?: SagaReasonResponse;

  @ApiPropertyOptional({ description: 'Why it is to turn back at its next step.', type: SagaReasonResponse })
  stop?: SagaReasonResponse;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:27:03.102Z' })
  updatedAt!: string;

  @ApiPropertyOptional({
    description: 'When it turns back by itself.',
    format: 'date-time',
    example: '2026-03-14T09:41:53.589Z',
  })
  deadlineAt?: string;

  @ApiProperty({ type: 'integer', example: 2 })
  version!: number;
}

@ApiSchema({ name: 'SagaList', description: 'One page of sagas of every tenant, newest first.' })
export class SagaListResponse {
  @ApiProperty({ type: [SagaResponse] })
  items!: SagaResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
