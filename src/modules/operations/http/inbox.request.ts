import { ActRequest } from './act.request.js';
import { INBOX_STATES, type MessageView } from '../contract/index.js';
import { PageRequest } from '#shared/http/page.request.js';
import { IsResourceId } from '#shared/http/resource-id.rule.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

export class ListInboxRequest extends PageRequest {
  @ApiPropertyOptional({ enum: INBOX_STATES })
  @IsOptional()
  @IsIn(INBOX_STATES)
  state?: MessageView['state'];

  @ApiPropertyOptional({ description: 'Only of this type.', example: 'payment_intent.succeeded' })
  @IsOptional()
  @Matches(/^[a-z0-9_.]{1,100}$/, { message: 'must be a type as the provider writes it' })
  type?: string;

  @ApiPropertyOptional({ description: 'Only about this order.', format: 'uuid' })
  @IsOptional()
  @IsResourceId()
  orderId?: string;
}

export class MatchRequest extends ActRequest {
  @ApiProperty({
    description: 'The order that it is about.',
    format: 'uuid',
    example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e',
  })
  @IsResourceId()
  orderId!: string;
}
