import { JOB_STATES, type ErrorGroup, type JobState, type JobView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({
  name: 'Job',
  description: 'Work of the service: a job in the queue, or a message that a consumer gave up.',
})
export class JobResponse implements JobView {
  @ApiProperty({
    description: 'A number for a job, `<consumer>~<message>` for a dead letter.',
    example: 'orders.timeline~019a7c1e-5a00-7c3a-9a55-0d5f3f6c1b2e',
  })
  id!: string;

  @ApiProperty({ enum: ['job', 'message'], example: 'message' })
  kind!: 'job' | 'message';

  @ApiProperty({
    description: '`quarantined`: it has killed its worker three times and waits for an hour.',
    enum: JOB_STATES,
    example: 'dead',
  })
  state!: JobState;

  @ApiProperty({ example: 'orders.order-confirmed' })
  name!: string;

  @ApiPropertyOptional({ description: 'Of a job: names the piece of work.' })
  key?: string;

  @ApiPropertyOptional({ example: 'shop' })
  tenantId?: string;

  @ApiPropertyOptional({ format: 'uuid', example: '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e' })
  orderId?: string;

  @ApiProperty({ type: 'integer', example: 7 })
  failures!: number;

  @ApiProperty({ description: 'Workers that died while they ran it.', type: 'integer', example: 0 })
  crashes!: number;

  @ApiPropertyOptional({ example: 'Error: the timeline has no words for orders.order-confirmed' })
  error?: string;

  @ApiPropertyOptional({ description: 'The id of its error.', example: '9e107d9d372bb682' })
  group?: string;

  @ApiProperty({ description: 'Messages about the same order that wait behind it.', type: 'integer', example: 2 })
  waitingBehind!: number;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T10:40:00.000Z' })
  since!: string;

  @ApiPropertyOptional({ format: 'date-time' })
  runsAt?: string;
}

@ApiSchema({ name: 'JobList', description: 'One page of jobs, oldest first.' })
export class JobListResponse {
  @ApiProperty({ type: [JobResponse] })
  items!: JobResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}

@ApiSchema({ name: 'ErrorGroup', description: 'One error, and the dead letters that it has made.' })
export class ErrorGroupResponse implements ErrorGroup {
  @ApiProperty({ description: 'For `POST /api/operations/jobs/redrive`.', example: '9e107d9d372bb682' })
  group!: string;

  @ApiProperty({ example: 'orders.timeline' })
  consumer!: string;

  @ApiPropertyOptional({
    description: 'Of the oldest one.',
    example: 'Error: the timeline has no words for orders.order-confirmed',
  })
  error?: string;

  @ApiProperty({ type: 'integer', example: 3 })
  count!: number;

  @ApiProperty({ description: 'Messages that wait behind them.', type: 'integer', example: 5 })
  waitingBehind!: number;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T10:40:00.000Z' })
  oldest!: string;
}

@ApiSchema({ name: 'ErrorGroupList', description: 'Errors, the most frequent one first.' })
export class ErrorGroupListResponse {
  @ApiProperty({ type: [ErrorGroupResponse] })
  items!: ErrorGroupResponse[];

  @ApiProperty({
    description: 'Always null: all of them are on one page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: string | null;
}
