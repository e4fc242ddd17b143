import type { Answer } from '../contract/answer.js';
import { DECIDES } from '../ports/later-decisions.port.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Names the operations whose stored answers a provider renders. */
export const DecidesAnswersOf = (...operations: string[]): CustomDecorator => SetMetadata(DECIDES, operations);

/** Renders the stored answer of an operation inside the unit whose commit decides its saga. */
export interface DecidedAnswer {
  render(operation: string, saga: SagaInstance): Promise<Answer>;
}
