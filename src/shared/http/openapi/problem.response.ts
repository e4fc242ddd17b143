import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'FieldError', description: 'One member of a request that is wrong.' })
export class FieldErrorResponse {
  @ApiProperty({
    description: 'Where it is: a JSON pointer (RFC 6901), empty for the whole body.',
    example: '/items/0/sku',
  })
  pointer!: string;

  @ApiProperty({ description: 'How to mend it.', example: 'is required' })
  detail!: string;
}

@ApiSchema({ name: 'Problem', description: 'Why a request was not answered as asked (RFC 9457).' })
export class ProblemResponse {
  @ApiProperty({ description: 'Where this kind of problem is explained.', format: 'uri-reference' })
  type!: string;

  @ApiProperty({ description: 'The same for every problem of this code.' })
  title!: string;

  @ApiProperty({ description: 'The HTTP status.', type: 'integer', minimum: 400, maximum: 599 })
  status!: number;

  @ApiProperty({ description: 'For a person: what is wrong and what to do.' })
  detail!: string;

  @ApiProperty({ description: 'For a program: stable, branch on this one.' })
  code!: string;

  @ApiProperty({ description: 'Path of what it is about.', format: 'uri-reference' })
  instance!: string;

  @ApiProperty({ description: 'Finds the request in our logs.', pattern: '^[0-9a-f]{32}$' })
  traceId!: string;

  @ApiPropertyOptional({
    description: 'On keyed routes: how to try again.',
    enum: ['same-key', 'new-key', 'never', 'operator'],
  })
  retry?: string;

  @ApiPropertyOptional({ description: 'The members to mend.', type: [FieldErrorResponse] })
  errors?: FieldErrorResponse[];
}
