import { Claiming, type Entered } from './claiming.js';
import { RecordedAnswer } from './door-signals.js';
import { IDEMPOTENT, type IdempotentPolicy } from './policy.js';
import { Visit } from './visit.js';
import type { Answer } from '../contract/answer.js';
import { Decisions } from '../decisions.js';
import { RecordStore } from '../record.store.js';
import { Undecided } from '../undecided.js';
import { idempotencyKeyHeader, readIdempotencyKey } from '../request/idempotency-key.js';
import { readPreferences, type Preferences } from '../request/prefer.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { callerOf } from '#shared/http/caller.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable } from 'rxjs';

type KeyedRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

const pathOf = ({ url }: KeyedRequest): string => url.split('?', 1)[0]!;

/**
 * The request door. First request and duplicate take one road: start the operation or find it, wait for its decision as
 * long as is allowed, answer from the record (semantics 7).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly claiming: Claiming,
    private readonly decisions: Decisions,
    private readonly records: RecordStore,
    private readonly undecided: Undecided,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<never>> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const key = readIdempotencyKey(request.raw.rawHeaders);
    const preferences = readPreferences(request.raw.rawHeaders);
    reply.headers({ 'Idempotency-Key': idempotencyKeyHeader(key), 'Cache-Control': 'no-store' });
    if (preferences.applied) reply.header('Preference-Applied', preferences.applied);

    const policy = this.reflector.get<IdempotentPolicy>(IDEMPOTENT, context.getHandler());
    const identity = { tenant: callerOf(request).tenant, operation: policy.operation, key };
    const visit = new Visit(identity, policy, request.params, request.query, pathOf(request));
    const entered = await this.claiming.enter(visit, () => lastValueFrom<Answer>(next.handle()));
    if (!entered.first) visit.mustMatch(entered.record);
    throw await this.answer(entered, preferences);
  }

  private async answer({ record, first }: Entered, { waitMs }: Preferences): Promise<RecordedAnswer> {
    let current = record;
    if (!record.answer) {
      await this.decisions.wait(record.id, waitMs ?? (first ? this.config.orderWaitMs : 0));
      current = (await this.records.byId(record.id)) ?? record;
    }
    if (!first) {
      const detail = current.answer ? 'answered' : 'running';
      stoppedDuplicate('api', { sagaId: current.sagaId, detail });
    }
    if (!current.answer) return this.undecided.accepted(current);
    return new RecordedAnswer(current.answer, first ? {} : { 'Idempotent-Replayed': 'true' });
  }
}
