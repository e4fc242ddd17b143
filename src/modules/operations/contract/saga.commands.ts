import type { ActView, Operator } from './act.view.js';
import { Command } from '@nestjs/cqrs';

/** Make everything due at once that waits for its time. */
export class RetrySaga extends Command<ActView> {
  constructor(
    readonly sagaId: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** Undo what the saga has done. */
export class CompensateSaga extends Command<ActView> {
  constructor(
    readonly sagaId: string,
    readonly by: Operator,
    /** The version of the saga that was decided on; refused when it has moved since. */
    readonly version?: number,
  ) {
    super();
  }
}

/** End the doubt about the step of a saga with what was found out at the provider. */
export class ResolveSaga extends Command<ActView> {
  constructor(
    readonly sagaId: string,
    readonly by: Operator,
    readonly found: { readonly outcome: 'applied' | 'not_applied'; readonly providerReference?: string },
    readonly evidence: string,
    readonly version?: number,
  ) {
    super();
  }
}

/** Keep a saga from moving until it is let go. */
export class QuarantineSaga extends Command<ActView> {
  constructor(
    readonly sagaId: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** Let a saga move again that was set aside. */
export class ReleaseSaga extends Command<ActView> {
  constructor(
    readonly sagaId: string,
    readonly by: Operator,
  ) {
    super();
  }
}
