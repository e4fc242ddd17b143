import { IdempotencyInterceptor } from '../door/idempotency.interceptor.js';
import { DoorPipe } from '../door/door.pipe.js';
import { RecordedAnswerFilter } from '../door/recorded-answer.filter.js';
import type { Answer } from './answer.js';
import { IDEMPOTENT, type IdempotentPolicy } from '../door/policy.js';
import { POLICY } from '../http/keyed-operation.js';
import { KeyedRoute } from '../http/keyed-route.js';
import { ProcessingResponse } from '../http/processing.response.js';
import { Refuses } from '#shared/http/openapi/documented.decorator.js';
import { FRESH_UUID } from '#shared/http/openapi/marks.js';
import { headers } from '#shared/http/openapi/response-headers.js';
import { applyDecorators, SetMetadata, UseFilters, UseInterceptors, UsePipes } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiResponse } from '@nestjs/swagger';

/** Fits a method that returns an answer, whole; a stream or a file could not be stored. */
type AnswerDecorator = <Method extends (...args: never[]) => Answer | Promise<Answer>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Makes a route a keyed one: the request door opens a unit of work around it, claims the caller's key with the unit's
 * commit, and answers from the record. The method returns the answer of a local decision; when it has begun a saga, the
 * saga's decision answers instead.
 */
export const Idempotent = (policy: IdempotentPolicy): AnswerDecorator =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, policy),
    KeyedRoute(policy.operation),
    UseInterceptors(IdempotencyInterceptor),
    UsePipes(DoorPipe),
    UseFilters(RecordedAnswerFilter),
    documented(policy),
  );

/** What the documentation says about every keyed route. */
const documented = ({ operation, required = true }: IdempotentPolicy): MethodDecorator =>
  applyDecorators(
    ApiExtension(POLICY, operation),
    ApiHeader({
      name: 'Idempotency-Key',
      required,
      description:
        'One new key per intent, the same one for every repetition; a UUID is fine. On this page it is new whenever the ' +
        'page is loaded: a second press of Execute is a repetition, and another content needs another key.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      extensions: { [FRESH_UUID]: true },
    }),
    ApiHeader({
      name: 'Prefer',
      description:
        'How long to wait for the decision (RFC 7240): `wait=N` for up to N seconds (0 to 30), `respond-async` not at ' +
        'all. Without it a first request waits for a moment, a repetition of a running one not at all.',
      schema: { type: 'string' },
    }),
    ApiResponse({
      status: 202,
      type: ProcessingResponse,
      description:
        'Accepted and safely stored, but not decided yet. Wait as long as `Retry-After` says and ask `Location`, or send ' +
        'the same request with the same key again.',
      headers: headers('Location', 'Retry-After'),
    }),
    Refuses(...(required ? ['idempotency_key_missing'] : [])),
    Refuses('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_expired'),
  );
