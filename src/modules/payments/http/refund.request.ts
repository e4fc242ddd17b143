import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** As long as the reason of a cancel may be. */
const MAX_REASON = 1_000;

export class RefundRequest {
  @ApiPropertyOptional({
    description: 'Minor units of the currency of the payment; without it, all that is left.',
    example: 890,
    type: 'integer',
    minimum: 1,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  amount?: number;

  @ApiPropertyOptional({
    description: 'Why, for whoever asks later; it stays here.',
    example: 'One cup was broken.',
    maxLength: MAX_REASON,
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_REASON)
  reason?: string;
}
