import { ActRequest } from './act.request.js';
import { JOB_STATES, type JobState } from '../contract/index.js';
import { PageRequest } from '#shared/http/page.request.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

const GROUP = /^[0-9a-f]{16}$/;
const group = { message: 'must be the group of an error, as the list of errors names it' };

export class ListJobsRequest extends PageRequest {
  @ApiPropertyOptional({ enum: JOB_STATES, default: 'dead' })
  @IsIn(JOB_STATES)
  state: JobState = 'dead';

  @ApiPropertyOptional({ description: 'Of the dead ones, only those of this error.', example: '9e107d9d372bb682' })
  @IsOptional()
  @Matches(GROUP, group)
  group?: string;
}

export class RedriveAllRequest extends ActRequest {
  @ApiPropertyOptional({ description: 'Only those of this error; all without it.', example: '9e107d9d372bb682' })
  @IsOptional()
  @Matches(GROUP, group)
  group?: string;
}
