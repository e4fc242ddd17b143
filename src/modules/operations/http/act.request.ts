import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';

/** As long as the reason of a cancel may be. */
const MAX_REASON = 1_000;

/** What the provider calls things is shorter (Stripe recommends columns of 255). */
const REFERENCE = /^[\x21-\x7e]{1,255}$/;

/** Every act says why, and can be asked first what it would do. */
export class ActRequest {
  @ApiProperty({
    description: 'Why, for whoever reads the acts later.',
    example: 'Customer called.',
    minLength: 1,
    maxLength: MAX_REASON,
  })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_REASON)
  reason!: string;

  @ApiPropertyOptional({
    description: 'Only say what would happen: nothing is changed, and the key stays free.',
    default: false,
  })
  @IsBoolean()
  dryRun: boolean = false;
}

export class SagaActRequest extends ActRequest {
  @ApiPropertyOptional({
    description: 'The `version` of the saga that was decided on; 409 `saga_changed` when it has moved since.',
    type: 'integer',
    minimum: 1,
    example: 3,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  sagaVersion?: number;
}

export class ResolveRequest extends SagaActRequest {
  @ApiProperty({ description: 'What the provider’s books show.', enum: ['applied', 'not_applied'] })
  @IsIn(['applied', 'not_applied'])
  outcome!: 'applied' | 'not_applied';

  @ApiPropertyOptional({
    description: 'What the provider calls the payment or the refund; needed when it was applied.',
    example: 'pi_3TgXjZ2eZvKYlo2C',
    maxLength: 255,
  })
  @ValidateIf(
    ({ outcome, providerReference }: ResolveRequest) => outcome === 'applied' || providerReference !== undefined,
  )
  @Matches(REFERENCE, { message: 'must be what the provider calls it: 1 to 255 visible ASCII characters' })
  providerReference?: string;

  @ApiProperty({
    description: 'What was seen, where and by whom; kept with the fact.',
    example: 'Dashboard, payments of 14 March, read to the end.',
    minLength: 1,
    maxLength: MAX_REASON,
  })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_REASON)
  evidence!: string;
}
