import { RecordedAnswer } from './door/door-signals.js';
import { keyInUse } from './door/key-refusals.js';
import { jsonAnswer } from './contract/answer.js';
import { NextLook } from './next-look.js';
import type { IdempotencyRecord } from './record.js';
import { ProgressTellers } from './progress-tellers.js';
import type { HttpProblem } from '#shared/http/http-problem.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { Injectable } from '@nestjs/common';

const MESSAGE = {
  processing: 'The request is being worked on. Ask the pollUrl, or send the same request with the same key again.',
  needs_attention: 'A person has to look at this request. Nothing is lost; ask the pollUrl again later.',
};

/** The 202 about a record that is not decided; it is never stored. */
@Injectable()
export class Undecided {
  constructor(
    private readonly sagas: SagaStore,
    private readonly tellers: ProgressTellers,
    private readonly nextLook: NextLook,
  ) {}

  /** To whoever sent the request. */
  async accepted(record: IdempotencyRecord): Promise<RecordedAnswer> {
    const { status, code, pollUrl, retryAfter } = await this.stateOf(record);
    const body = { status, id: record.id, pollUrl, message: MESSAGE[status], code };
    return new RecordedAnswer(jsonAnswer(202, body, { location: pollUrl }), retryAfter);
  }

  /** To whoever repeats it where a repetition is refused until the decision. */
  async inUse(record: IdempotencyRecord): Promise<HttpProblem> {
    const { retryAfter } = await this.stateOf(record);
    return keyInUse(record, retryAfter);
  }

  /** To whoever asks what became of it; its own caller is told more than an operator. */
  async progress(record: IdempotencyRecord, isCaller: boolean): Promise<RecordedAnswer> {
    const { status, code, step, saga, pollUrl, retryAfter } = await this.stateOf(record);
    const told = saga && isCaller ? await this.tellers.tell(record.operation, saga) : {};
    const body = { status, id: record.id, pollUrl, code, step, startedAt: record.createdAt.toISOString(), ...told };
    return new RecordedAnswer(jsonAnswer(202, body), retryAfter);
  }

  private async stateOf({ sagaId, pollUrl }: IdempotencyRecord) {
    const saga = sagaId ? await this.sagas.byId(sagaId) : undefined;
    return {
      status: saga?.attention ? ('needs_attention' as const) : ('processing' as const),
      code: saga?.attention?.code,
      step: saga?.openStep?.name,
      saga,
      pollUrl,
      retryAfter: { 'Retry-After': String(await this.nextLook.secondsUntil(saga)) },
    };
  }
}
