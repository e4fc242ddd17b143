import { PageRequest } from '#shared/http/page.request.js';
import { IsResourceId } from '#shared/http/resource-id.rule.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

/** Names of API keys, acts and targets. */
const WORD = /^[A-Za-z0-9][A-Za-z0-9._/~-]{0,127}$/;
const word = { message: 'must be a name: letters, digits and "._/~-"' };

export class ListActsRequest extends PageRequest {
  @ApiPropertyOptional({ description: 'Only by the API key with this name.', example: 'ops' })
  @IsOptional()
  @Matches(WORD, word)
  actor?: string;

  @ApiPropertyOptional({ description: 'Only acts of this kind.', example: 'sagas.compensate' })
  @IsOptional()
  @Matches(WORD, word)
  act?: string;

  @ApiPropertyOptional({ description: 'Only about this order.', format: 'uuid' })
  @IsOptional()
  @IsResourceId()
  orderId?: string;

  @ApiPropertyOptional({ description: 'Only to this target.', example: 'saga/019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c' })
  @IsOptional()
  @Matches(WORD, word)
  target?: string;
}
