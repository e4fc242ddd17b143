import { Claiming, type Entered } from './claiming.js';
import { RecordedAnswer } from './door-signals.js';
import type { EffectivePolicy } from './effective-policy.js';
import { keyReused } from './key-refusals.js';
import { Visit } from './visit.js';
import { wholeAnswer } from './whole-answer.js';
import type { Answer } from '../contract/answer.js';
import { Decisions } from '../decisions.js';
import { DOOR_SETTINGS, pollUrlOf, type DoorSettings } from '../door-settings.js';
import { DoorUnits } from '../ports/door-units.port.js';
import { RecordStore } from '../ports/record-store.port.js';
import { KeyedRoutes } from '../routes/keyed-routes.js';
import { Undecided } from '../undecided.js';
import { idempotencyKeyIfAny, readIdempotencyKey } from '../request/idempotency-key.js';
import { appliedPreferences, readPreferences, type Preferences } from '../request/prefer.js';
import type { HttpProblem } from '#shared/http/http-problem.js';
import { traceIdOf } from '#shared/http/trace-id.js';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
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
    private readonly routes: KeyedRoutes,
    private readonly units: DoorUnits,
    @Inject(DOOR_SETTINGS) private readonly settings: DoorSettings,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<never>> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const policy = this.routes.policyOf(context.getHandler());
    const decide = (): Promise<Answer> => lastValueFrom<Answer>(next.handle());
    const { rawHeaders } = request.raw;
    const key = policy.required ? readIdempotencyKey(rawHeaders) : idempotencyKeyIfAny(rawHeaders);
    // A route that takes requests without a key has no saga, so there is nothing to wait for and nothing to store.
    if (key === undefined) {
      throw new RecordedAnswer(await this.units.run(async () => wholeAnswer(await decide())));
    }

    const preferences = readPreferences(rawHeaders);
    const identity = { tenant: this.settings.tenantOf(request), operation: policy.operation, key };
    const traceId = traceIdOf(request.raw);
    const visit = new Visit(identity, policy, request.params, request.query, pathOf(request), traceId);
    const entered = await this.claiming.enter(visit, decide);
    const { first, record } = entered;
    if (!first && !visit.matches(record)) {
      this.settings.onMismatch(record);
      throw keyReused(pollUrlOf(record, this.settings), policy);
    }
    const answer = await this.answer(entered, preferences, policy);
    const status = answer instanceof RecordedAnswer ? answer.answer.status : answer.status;
    const applied = record.answer ? undefined : appliedPreferences(preferences, status);
    if (applied) void reply.header('Preference-Applied', applied);
    throw answer;
  }

  private async answer(
    { record, first }: Entered,
    { waitMs }: Preferences,
    policy: EffectivePolicy,
  ): Promise<RecordedAnswer | HttpProblem> {
    let current = record;
    const patience = waitMs ?? (first || policy.inProgress === 'wait' ? policy.waitMs : 0);
    if (!record.answer && patience > 0) {
      const answer = await this.decisions.wait(record, patience);
      current = answer ? record.answeredBy(answer) : ((await this.records.byId(record.id)) ?? record);
    }
    if (!first) this.settings.onRepetition(current, current.answer ? 'answered' : 'running');
    if (current.answer) return new RecordedAnswer(current.answer, first ? {} : { 'Idempotent-Replayed': 'true' });
    if (!first && policy.runningStatus === 409) return this.undecided.inUse(current);
    return this.undecided.accepted(current);
  }
}
