import { IdempotencyInterceptor } from '../door/idempotency.interceptor.js';
import { DoorPipe } from '../door/door.pipe.js';
import { RecordedAnswerFilter } from '../door/recorded-answer.filter.js';
import { IDEMPOTENT, type IdempotentPolicy } from '../door/policy.js';
import { applyDecorators, SetMetadata, UseFilters, UseInterceptors, UsePipes } from '@nestjs/common';

/**
 * Makes a route a keyed one: the request door opens a unit of work around it, claims the caller's key with the unit's
 * commit, and answers from the record. The method returns the answer of a local decision; when it has begun a saga, the
 * saga's decision answers instead.
 */
export const Idempotent = (policy: IdempotentPolicy): MethodDecorator =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, policy),
    UseInterceptors(IdempotencyInterceptor),
    UsePipes(DoorPipe),
    UseFilters(RecordedAnswerFilter),
  );
