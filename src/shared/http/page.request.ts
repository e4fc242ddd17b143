import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** Only a plain decimal number is one; everything else is left for the validation to name. */
const decimal = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;

/** The two query members of every list. */
export class PageRequest {
  @ApiPropertyOptional({ description: 'Where the page begins: `nextCursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;

  @ApiPropertyOptional({ description: 'Items per page.', type: 'integer', minimum: 1, maximum: 100, default: 20 })
  @Transform(decimal)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;
}
