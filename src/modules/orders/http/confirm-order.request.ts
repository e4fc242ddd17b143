import { PAYMENT_METHOD } from './limits.js';
import { IsResourceId } from '#shared/http/resource-id.rule.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

export class ConfirmOrderRequest {
  @ApiProperty({
    description: 'What the draft costs, in minor units; anything else is refused.',
    example: 1780,
    type: 'integer',
    minimum: 0,
  })
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  amount!: number;

  @ApiPropertyOptional({
    description: 'How it is paid, if the draft did not say or another way is wanted.',
    example: 'pm_card_visa',
  })
  @IsOptional()
  @Matches(PAYMENT_METHOD, { message: 'must be an id of a payment method, such as pm_card_visa' })
  paymentMethod?: string;
}

export class ConfirmOrderByIdRequest extends ConfirmOrderRequest {
  @ApiProperty({ description: 'The draft to confirm.', format: 'uuid' })
  @IsResourceId()
  orderId!: string;
}

export class PayDraftRequest {
  @ApiProperty({ description: 'The draft to pay.', format: 'uuid' })
  @IsResourceId()
  orderId!: string;

  @ApiProperty({ description: 'How it is paid.', example: 'pm_card_visa' })
  @Matches(PAYMENT_METHOD, { message: 'must be an id of a payment method, such as pm_card_visa' })
  paymentMethod!: string;

  @ApiPropertyOptional({
    description: 'What the draft costs, in minor units; anything else is refused.',
    example: 1780,
    type: 'integer',
    minimum: 0,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  amount?: number;
}
