import { STANDINGS, type SagaStandingName } from '../contract/index.js';
import { PageRequest } from '#shared/http/page.request.js';
import { IsResourceId } from '#shared/http/resource-id.rule.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

/** As the grammar of keys and references has it. */
const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const visible = { message: 'must be 1 to 255 visible ASCII characters' };

/** Up to 9999 days: more than anything here is old. */
const AGE = /^\d{1,4}(ms|s|m|h|d)$/;

/** What API_KEYS may call a tenant, and an operator's own records. */
const TENANT = /^(operator:)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export class SearchSagasRequest extends PageRequest {
  @ApiPropertyOptional({ description: 'Only about this order, its refunds included.', format: 'uuid' })
  @IsOptional()
  @IsResourceId()
  orderId?: string;

  @ApiPropertyOptional({ description: 'Only those that a request with this `Idempotency-Key` waits for.' })
  @IsOptional()
  @Matches(VISIBLE, visible)
  key?: string;

  @ApiPropertyOptional({
    description: 'Only of the payment or refund that the provider calls so.',
    example: 'pi_3TgXjZ',
  })
  @IsOptional()
  @Matches(VISIBLE, visible)
  reference?: string;

  @ApiPropertyOptional({ enum: STANDINGS })
  @IsOptional()
  @IsIn(STANDINGS)
  state?: SagaStandingName;

  @ApiPropertyOptional({ description: 'Only of this tenant.', example: 'shop' })
  @IsOptional()
  @Matches(TENANT, { message: 'must be the name of an API key' })
  tenant?: string;

  @ApiPropertyOptional({ description: 'Only those that began at least this long ago.', example: '15m' })
  @IsOptional()
  @Matches(AGE, { message: 'must be a duration such as 30s, 15m, 24h or 7d' })
  olderThan?: string;
}
