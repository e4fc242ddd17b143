import { conditional } from './poll-etag.js';
import { PollDocs } from './poll.docs.js';
import { RecordedAnswer } from '../door/door-signals.js';
import { RecordedAnswerFilter } from '../door/recorded-answer.filter.js';
import { DOOR_SETTINGS, type DoorSettings } from '../door-settings.js';
import { RecordStore } from '../ports/record-store.port.js';
import { Undecided } from '../undecided.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Header, Inject, Param, Req, UseFilters } from '@nestjs/common';
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
    @Inject(DOOR_SETTINGS) private readonly settings: DoorSettings,
  ) {}

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  @PollDocs()
  async poll(@Param('id') id: string, @Req() request: FastifyRequest): Promise<never> {
    const tenant = this.settings.tenantOf(request);
    const record = isId(id) ? await this.records.byId(id) : undefined;
    const isCaller = record?.tenantId === tenant;
    if (!record || !(isCaller || this.settings.readsAll(request))) {
      throw new DomainError('not_found', 'not_found', 'There is no such request.');
    }
    const answer = record.answer
      ? new RecordedAnswer(record.answer, { 'Idempotent-Replayed': 'true' })
      : await this.undecided.progress(record, isCaller);
    throw conditional(answer, request);
  }
}
