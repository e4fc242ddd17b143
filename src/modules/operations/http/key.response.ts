import { KEY_STATES, type InspectedKey } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'InspectedKey', description: 'A key of a caller, and what became of its request.' })
export class InspectedKeyResponse implements InspectedKey {
  @ApiProperty({ format: 'uuid', example: '019a7c1e-58f1-7e2d-8b6a-4c3d2e1f0a9b' })
  id!: string;

  @ApiProperty({ description: 'Who used it.', example: 'shop' })
  tenantId!: string;

  @ApiProperty({ example: 'orders.place' })
  operation!: string;

  @ApiProperty({ description: 'As its caller sent it.', example: 'first-order' })
  key!: string;

  @ApiProperty({
    description: 'Requests of the same content have the same one.',
    example: 'a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e',
  })
  fingerprint!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  fingerprintVersion!: number;

  @ApiProperty({ enum: KEY_STATES, example: 'decided' })
  state!: InspectedKey['state'];

  @ApiPropertyOptional({
    description: 'The saga that decides it.',
    format: 'uuid',
    example: '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c',
  })
  sagaId?: string;

  @ApiPropertyOptional({ description: 'Of the stored answer.', type: 'integer', example: 201 })
  status?: number;

  @ApiPropertyOptional({ description: 'Of a stored refusal.', example: 'out_of_stock' })
  code?: string;

  @ApiPropertyOptional({
    description: 'What the stored answer leads to.',
    example: '/api/orders/019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e',
  })
  location?: string;

  @ApiProperty({
    description: 'How often stored answers about its order were sent again.',
    type: 'integer',
    example: 2,
  })
  replays!: number;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  createdAt!: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-03-14T09:26:53.890Z' })
  decidedAt?: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-03-15T09:26:53.890Z' })
  expiresAt?: string;

  @ApiProperty({
    description: 'Why its answer is stored, or is not.',
    example: 'The answer 201 is stored, because the request has done what it asked for.',
  })
  explain!: string;
}

@ApiSchema({ name: 'InspectedKeyList', description: 'One page of keys, newest first.' })
export class InspectedKeyListResponse {
  @ApiProperty({ type: [InspectedKeyResponse] })
  items!: InspectedKeyResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
