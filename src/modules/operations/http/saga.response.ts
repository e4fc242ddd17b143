import { PastActResponse } from './act.response.js';
import {
  STANDINGS,
  type Explanation,
  type SagaDetail,
  type SagaStandingName,
  type SagaView,
} from '../contract/index.js';
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

@ApiSchema({ name: 'SagaNext' })
export class NextResponse {
  @ApiProperty({ example: 'tried again: 019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c:payment.capture:resolve:3' })
  what!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:28:03.102Z' })
  at!: string;
}

@ApiSchema({ name: 'SagaExplanation' })
export class ExplanationResponse implements Explanation {
  @ApiProperty({
    example: 'Nobody knows yet whether payment.capture has happened; the provider is asked until somebody does.',
  })
  why!: string;

  @ApiProperty({ enum: ['nobody', 'us', 'provider', 'customer', 'operator'], example: 'provider' })
  waitsFor!: Explanation['waitsFor'];

  @ApiPropertyOptional({ description: 'What the service does next by itself.', type: NextResponse })
  next?: NextResponse;

  @ApiProperty({
    description: 'The acts that make sense now.',
    type: [String],
    example: ['retry', 'compensate', 'resolve'],
  })
  operatorMay!: string[];
}

@ApiSchema({ name: 'SagaStep' })
export class SagaStepResponse {
  @ApiProperty({ example: 'payment.capture' })
  name!: string;

  @ApiProperty({ enum: ['forward', 'compensation'], example: 'forward' })
  kind!: 'forward' | 'compensation';

  @ApiProperty({ type: 'integer', example: 1 })
  generation!: number;

  @ApiProperty({ enum: ['pending', 'unknown', 'done', 'refused', 'skipped'], example: 'unknown' })
  status!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  startedAt!: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-03-14T09:26:54.001Z' })
  finishedAt?: string;
}

@ApiSchema({ name: 'SagaAttempt', description: 'What was asked of the provider, under which key.' })
export class SagaAttemptResponse {
  @ApiProperty({ example: 'payment.capture' })
  step!: string;

  @ApiProperty({
    description: 'What the provider sees as the key.',
    example: '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c:payment.capture',
  })
  key!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  generation!: number;

  @ApiProperty({ description: 'Minor units.', type: 'integer', example: 1780 })
  amount!: number;

  @ApiProperty({ example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'Of the payment or the refund.', example: 'unknown' })
  status!: string;

  @ApiPropertyOptional({ example: 'pi_3TgXjZ2eZvKYlo2C' })
  providerReference?: string;

  @ApiProperty({
    description: 'When this key may first have been sent.',
    format: 'date-time',
    example: '2026-03-14T09:26:53.589Z',
  })
  keySince!: string;

  @ApiProperty({ description: 'When it was last sent.', format: 'date-time', example: '2026-03-14T09:27:03.102Z' })
  attemptedAt!: string;
}

@ApiSchema({ name: 'SagaFact', description: 'What was learned about the money, and who told it.' })
export class SagaFactResponse {
  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:55.012Z' })
  at!: string;

  @ApiProperty({ example: 'unknown' })
  fact!: string;

  @ApiProperty({ enum: ['answer', 'webhook', 'resolver', 'operator'], example: 'answer' })
  source!: string;

  @ApiPropertyOptional({ example: 'payment.capture' })
  step?: string;

  @ApiPropertyOptional({ description: 'Minor units, where money moved.', type: 'integer', example: 1780 })
  amount?: number;

  @ApiPropertyOptional({ description: 'Of a refusal.', example: 'payment_declined' })
  code?: string;
}

@ApiSchema({ name: 'SagaJob' })
export class SagaJobResponse {
  @ApiProperty({ example: '4711' })
  id!: string;

  @ApiProperty({ example: '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c:payment.capture:resolve:3' })
  key!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:28:03.102Z' })
  runsAt!: string;

  @ApiProperty({ example: false })
  isRunning!: boolean;

  @ApiProperty({ description: 'Runs that ended in an exception.', type: 'integer', example: 0 })
  failures!: number;
}

@ApiSchema({ name: 'SagaRequest' })
export class SagaRequestResponse {
  @ApiProperty({ example: 'orders.place' })
  operation!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  at!: string;

  @ApiPropertyOptional({ description: 'What it was answered; absent while it waits.', type: 'integer', example: 201 })
  status?: number;
}

@ApiSchema({ name: 'SagaDetail', description: 'A saga with everything that is known about it.' })
export class SagaDetailResponse extends SagaResponse implements SagaDetail {
  @ApiProperty({ type: [SagaStepResponse] })
  steps!: SagaStepResponse[];

  @ApiProperty({ type: [SagaAttemptResponse] })
  attempts!: SagaAttemptResponse[];

  @ApiProperty({ type: [SagaFactResponse] })
  facts!: SagaFactResponse[];

  @ApiProperty({ type: [SagaJobResponse] })
  jobs!: SagaJobResponse[];

  @ApiProperty({ type: [SagaRequestResponse] })
  requests!: SagaRequestResponse[];

  @ApiProperty({ description: 'What operators did about the order.', type: [PastActResponse] })
  acts!: PastActResponse[];

  @ApiProperty({ type: ExplanationResponse })
  explain!: ExplanationResponse;
}
