import { CUSTOMER_ID, MAX_ITEMS, MAX_NOTE, MAX_QUANTITY, PAYMENT_METHOD, SKU } from './limits.js';
import { IsCurrency } from '#shared/http/currency.rule.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

export class OrderItemRequest {
  @ApiProperty({ description: 'What to order, by the SKU of the catalogue.', example: 'TEA-GREEN' })
  @Matches(SKU, { message: 'must be 1 to 64 letters, digits, dots, dashes or underscores' })
  sku!: string;

  @ApiProperty({
    description: 'How many. Items with the same SKU are added up.',
    example: 2,
    type: 'integer',
    minimum: 1,
    maximum: MAX_QUANTITY,
  })
  @IsInt()
  @Min(1)
  @Max(MAX_QUANTITY)
  quantity!: number;
}

export class PlaceOrderRequest {
  @ApiProperty({ description: "The shop's own id of the customer.", example: 'customer-1' })
  @Matches(CUSTOMER_ID, { message: 'must be 1 to 64 visible ASCII characters without spaces' })
  customerId!: string;

  @ApiProperty({ type: [OrderItemRequest], minItems: 1, maxItems: MAX_ITEMS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ITEMS)
  @ValidateNested({ each: true })
  @Type(() => OrderItemRequest)
  items!: OrderItemRequest[];

  @ApiPropertyOptional({ description: 'How it is paid; a draft may leave it open.', example: 'pm_card_visa' })
  @IsOptional()
  @Matches(PAYMENT_METHOD, { message: 'must be an id of a payment method, such as pm_card_visa' })
  paymentMethod?: string;

  @ApiPropertyOptional({
    description: 'ISO 4217. The order is refused when the catalogue sells an item in another one.',
    example: 'EUR',
  })
  @IsOptional()
  @IsCurrency()
  currency?: string;

  @ApiPropertyOptional({
    description: 'Minor units. The order is refused when it costs anything else.',
    example: 1780,
    type: 'integer',
    minimum: 0,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  expectedTotal?: number;

  @ApiPropertyOptional({ description: 'false keeps the order as a draft until it is confirmed.', default: true })
  @IsOptional()
  @IsBoolean()
  confirm: boolean = true;

  @ApiPropertyOptional({
    description: 'Anything worth remembering.',
    example: 'Leave it with the neighbour.',
    maxLength: MAX_NOTE,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NOTE)
  note?: string;
}
