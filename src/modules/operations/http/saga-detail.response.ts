import { PastActResponse } from './act.response.js';
import {
  SagaAttemptResponse,
  SagaFactResponse,
  SagaJobResponse,
  SagaRequestResponse,
  SagaStepResponse,
} from './saga-parts.response.js';
import { SagaResponse } from './saga.response.js';
import type { Explanation, SagaDetail } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

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
