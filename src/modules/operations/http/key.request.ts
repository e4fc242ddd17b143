import { KEY_STATES, type InspectedKey } from '../contract/index.js';
import { PageRequest } from '#shared/http/page.request.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

export class InspectKeysRequest extends PageRequest {
  @ApiPropertyOptional({ description: 'The key itself, as its caller sent it.' })
  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,255}$/, { message: 'must be 1 to 255 visible ASCII characters' })
  key?: string;

  @ApiPropertyOptional({ description: 'Only of this tenant.', example: 'shop' })
  @IsOptional()
  @Matches(/^(operator:)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { message: 'must be the name of an API key' })
  tenant?: string;

  @ApiPropertyOptional({ description: 'Only of this operation.', example: 'orders.place' })
  @IsOptional()
  @Matches(/^[a-z][a-z.-]{0,63}$/, { message: 'must be an operation, as GET /api/idempotency/policy names it' })
  operation?: string;

  @ApiPropertyOptional({ enum: KEY_STATES })
  @IsOptional()
  @IsIn(KEY_STATES)
  state?: InspectedKey['state'];
}
