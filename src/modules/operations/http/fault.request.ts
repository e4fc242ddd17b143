import { FAULT_KINDS } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';

/** A minute: longer than any time-out that somebody wants to see. */
const LONGEST_MS = 60_000;
/** Enough for a storm of orders in front of an audience. */
const MOST_TIMES = 100;
/** More at once is no experiment any more. */
const MOST_FAULTS = 20;

export class FaultRequest {
  @ApiProperty({
    description:
      '`decline`: the bank says no. `drop-after-effect`: the money is taken, the answer is lost. `kill-worker`: the ' +
      'money is taken, and this process is killed before it hears of it. `delay`: the answer takes `ms`. `fail-before`: 503, nothing is done. `webhook-…`: its notices come twice, after `ms`, or never.',
    enum: FAULT_KINDS,
    example: 'webhook-twice',
  })
  @IsIn(FAULT_KINDS)
  kind!: (typeof FAULT_KINDS)[number];

  @ApiPropertyOptional({
    description: 'Milliseconds, for `delay` and `webhook-late`; 1000 without it.',
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_MS,
    example: 1000,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_MS)
  ms?: number;

  @ApiPropertyOptional({
    description: 'How many payments it meets.',
    type: 'integer',
    minimum: 1,
    maximum: MOST_TIMES,
    default: 1,
    example: 1,
  })
  @IsInt()
  @Min(1)
  @Max(MOST_TIMES)
  times: number = 1;
}

export class SetFaultsRequest {
  @ApiProperty({
    description: 'Those that are to wait; none clears them all.',
    type: [FaultRequest],
    maxItems: MOST_FAULTS,
  })
  @IsArray()
  @ArrayMaxSize(MOST_FAULTS)
  @ValidateNested({ each: true })
  @Type(() => FaultRequest)
  items!: FaultRequest[];
}
