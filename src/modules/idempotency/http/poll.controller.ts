import { PollDocs } from './poll.docs.js';
import { processingBody } from './processing.response.js';
import { RecordedAnswer } from '../door/door-signals.js';
import { RETRY_AFTER_SECONDS } from '../door/processing-answer.js';
import { RecordedAnswerFilter } from '../door/recorded-answer.filter.js';
import { jsonAnswer } from '../contract/answer.js';
import { RecordStore } from '../record.store.js';
import { Caller } from '#shared/http/caller.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isId } from '#shared/kernel/ids.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** Where a caller finds out what became of a request. */
@ApiTags('Idempotency')
@Controller('idempotency')
@UseFilters(RecordedAnswerFilter)
export class PollController {
  constructor(
    private readonly records: RecordStore,
    private readonly sagas: SagaStore,
  ) {}

  @Get(':id')
  @PollDocs()
  async poll(@Param('id') id: string, @Caller() caller: Caller): Promise<never> {
    const record = isId(id) ? await this.records.byId(id) : undefined;
    if (!record || (caller.role === 'client' && record.tenantId !== caller.tenant)) {
      throw new DomainError('not_found', 'not_found', 'There is no such request.');
    }
    if (record.answer)
      throw new RecordedAnswer(record.answer, { 'Idempotent-Replayed': 'true', 'Cache-Control': 'no-store' });
    const saga = record.sagaId ? await this.sagas.byId(record.sagaId) : undefined;
    throw new RecordedAnswer(jsonAnswer(202, processingBody(record, saga)), {
      'Retry-After': String(RETRY_AFTER_SECONDS),
      'Cache-Control': 'no-store',
    });
  }
}
