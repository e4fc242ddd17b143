import { MAX_NOTE } from './limits.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

export class CancelOrderRequest {
  @ApiPropertyOptional({ description: 'Why, for whoever asks later.', example: 'Ordered twice.', maxLength: MAX_NOTE })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NOTE)
  reason?: string;
}
