import { IsCurrency } from '#shared/http/currency.rule.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Max, MaxLength, Min, MinLength, NotEquals } from 'class-validator';

/** No warehouse holds more of one SKU; sums of it stay exact. */
const MAX_COUNT = 1_000_000_000;

export class SetStockRequest {
  @ApiProperty({ example: 'Green tea, 100 g' })
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  name!: string;

  @ApiProperty({ description: 'Minor units of the currency.', example: 890, type: 'integer', minimum: 0 })
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  unitPrice!: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  @IsCurrency()
  currency!: string;

  @ApiProperty({ description: 'What was counted.', example: 100, type: 'integer', minimum: 0 })
  @IsInt()
  @Min(0)
  @Max(MAX_COUNT)
  onHand!: number;
}

export class AdjustStockRequest {
  @ApiProperty({ description: 'Pieces counted in (positive) or out (negative).', example: 5, type: 'integer' })
  @IsInt()
  @Min(-MAX_COUNT)
  @Max(MAX_COUNT)
  @NotEquals(0)
  delta!: number;

  @ApiProperty({ example: 'Delivery 4711' })
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  reason!: string;
}
