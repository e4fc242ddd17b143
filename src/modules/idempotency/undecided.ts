import { RecordedAnswer } from './door/door-signals.js';
import { keyInUse } from './door/key-refusals.js';
import { jsonAnswer } from './contract/answer.js';
import { DOOR_SETTINGS, pollUrlOf, type DoorSettings } from './door-settings.js';
import { LaterDecisions, type UnderWay } from './ports/later-decisions.port.js';
import type { IdempotencyRecord } from './record.js';
import type { HttpProblem } from '#shared/http/http-problem.js';
import { Inject, Injectable, Optional } from '@nestjs/common';

const MESSAGE = {
  processing: 'The request is being worked on. Ask the pollUrl, or send the same request with the same key again.',
  needs_attention: 'A person has to look at this request. Nothing is lost; ask the pollUrl again later.',
};

/** Of a record that nobody knows more about: what runs is usually decided within a second. */
const NOTHING_KNOWN: UnderWay = { status: 'processing', retryAfterSeconds: 1 };

/** The 202 about a record that is not decided; it is never stored. */
@Injectable()
export class Undecided {
  constructor(
    @Inject(DOOR_SETTINGS) private readonly settings: DoorSettings,
    @Optional() private readonly later?: LaterDecisions,
  ) {}

  /** To whoever sent the request. */
  async accepted(record: IdempotencyRecord): Promise<RecordedAnswer> {
    const { status, code, pollUrl, retryAfter } = await this.stateOf(record);
    const body = { status, id: record.id, pollUrl, message: MESSAGE[status], code };
    return new RecordedAnswer(jsonAnswer(202, body, { location: pollUrl }), retryAfter);
  }

  /** To whoever repeats it where a repetition is refused until the decision. */
  async inUse(record: IdempotencyRecord): Promise<HttpProblem> {
    const { pollUrl, retryAfter } = await this.stateOf(record);
    return keyInUse(pollUrl, retryAfter);
  }

  /** To whoever asks what became of it; its own caller is told more than an operator. */
  async progress(record: IdempotencyRecord, isCaller: boolean): Promise<RecordedAnswer> {
    const { status, code, step, tell, pollUrl, retryAfter } = await this.stateOf(record);
    const told = isCaller ? await tell?.() : {};
    const body = { status, id: record.id, pollUrl, code, step, startedAt: record.createdAt.toISOString(), ...told };
    return new RecordedAnswer(jsonAnswer(202, body), retryAfter);
  }

  private async stateOf(record: IdempotencyRecord) {
    const state = (await this.later?.stateOf(record)) ?? NOTHING_KNOWN;
    const retryAfter = { 'Retry-After': String(state.retryAfterSeconds) };
    return { ...state, pollUrl: pollUrlOf(record, this.settings), retryAfter };
  }
}
