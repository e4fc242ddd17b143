import { conditional } from './poll-etag.js';
import { PollDocs } from './poll.docs.js';
import { RecordedAnswer } from '../door/door-signals.js';
import { RecordedAnswerFilter } from '../door/recorded-answer.filter.js';
import { RecordStore } from '../record.store.js';
import { Undecided } from '../undecided.js';
import { Caller } from '#shared/http/caller.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Header, Param, Req, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

/** Where a caller finds out what became of a request. */
@ApiTags('Idempotency')
@Controller('idempotency')
@UseFilters(RecordedAnswerFilter)
export class PollController {
  constructor(
    private readonly records: RecordStore,
    private readonly undecided: Undecided,
  ) {}

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  @PollDocs()
  async poll(@Param('id') id: string, @Caller() caller: Caller, @Req() request: FastifyRequest): Promise<never> {
    const record = isId(id) ? await this.records.byId(id) : undefined;
    if (!record || (caller.role === 'client' && record.tenantId !== caller.tenant)) {
      throw new DomainError('not_found', 'not_found', 'There is no such request.');
    }
    const answer = record.answer
      ? new RecordedAnswer(record.answer, { 'Idempotent-Replayed': 'true' })
      : await this.undecided.progress(record, caller.role === 'client');
    throw conditional(answer, request);
  }
}
