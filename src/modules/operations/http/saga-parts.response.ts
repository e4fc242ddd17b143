import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

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
