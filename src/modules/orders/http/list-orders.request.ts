import { CUSTOMER_ID } from './limits.js';
import type { OrderStatus } from '../contract/index.js';
import { PageRequest } from '#shared/http/page.request.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

const STATUSES: OrderStatus[] = ['draft', 'pending', 'confirmed', 'cancelling', 'cancelled', 'needs_attention'];

export class ListOrdersRequest extends PageRequest {
  @ApiPropertyOptional({ description: 'Only this customer.', example: 'customer-1' })
  @IsOptional()
  @Matches(CUSTOMER_ID, { message: 'must be 1 to 64 visible ASCII characters without spaces' })
  customerId?: string;

  @ApiPropertyOptional({ description: 'Only orders in this state.', enum: STATUSES })
  @IsOptional()
  @IsIn(STATUSES)
  status?: OrderStatus;
}
