import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const RECORD_ID = '019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b';

@ApiSchema({ name: 'Processing', description: 'A request that was accepted and is not decided yet.' })
export class ProcessingResponse {
  @ApiProperty({
    description: '`needs_attention`: a person has to decide; that takes hours, not seconds.',
    enum: ['processing', 'needs_attention'],
    example: 'processing',
  })
  status!: string;

  @ApiProperty({ description: 'Of the request.', format: 'uuid', example: RECORD_ID })
  id!: string;

  @ApiProperty({
    description: 'Where to ask what became of it.',
    format: 'uri-reference',
    example: `/api/idempotency/${RECORD_ID}`,
  })
  pollUrl!: string;

  @ApiPropertyOptional({
    description: 'For a person.',
    example: 'The request is being worked on. Ask the pollUrl, or send the same request with the same key again.',
  })
  message?: string;

  @ApiPropertyOptional({ description: 'With `needs_attention`: why.' })
  code?: string;

  @ApiPropertyOptional({ description: 'What is being waited for.' })
  step?: string;

  @ApiPropertyOptional({ description: 'When the request came.', format: 'date-time' })
  startedAt?: string;

  @ApiPropertyOptional({ description: 'What the customer has to do, as the provider says it.', type: Object })
  nextAction?: object;

  @ApiPropertyOptional({ description: "What the provider's own client needs to let the customer do it." })
  clientSecret?: string;
}
