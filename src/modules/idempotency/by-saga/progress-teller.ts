import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const TELLS = 'ichido:tells';

/** Names the operations about which a provider knows more while they are under way. */
export const TellsProgressOf = (...operations: string[]): CustomDecorator => SetMetadata(TELLS, operations);

/** What only the caller of an operation is told, and only while it is under way. */
export interface CallerProgress {
  /** What the customer has to do, as the payment provider says it. */
  readonly nextAction?: object;
  /** What the payment provider's own client needs to let the customer do it. */
  readonly clientSecret?: string;
}

/** Tells more about an operation under way; it may ask the world, and what it tells is stored nowhere. */
export interface ProgressTeller {
  tell(saga: SagaInstance): Promise<CallerProgress>;
}
