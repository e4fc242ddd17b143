import { Command } from '@nestjs/cqrs';

/** What an operator has found out at the provider about an effect whose outcome nobody knew. */
export type FoundOut =
  | { readonly outcome: 'applied'; readonly providerReference: string }
  /** The books of the provider, read completely, do not show it. */
  | { readonly outcome: 'not_applied' };

/** Whose money it was about, and how much of it. */
export interface ResolvedMoney {
  readonly tenantId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * End the doubt about the capture or the refund of a saga with a fact, as the provider's own word would. Refused with
 * `not_in_doubt`, `absence_not_proven` or `reference_taken` when it could make one effect two, or none of one.
 */
export class ResolveDoubt extends Command<ResolvedMoney> {
  constructor(
    readonly sagaId: string,
    readonly step: 'payment.capture' | 'payment.refund',
    readonly found: FoundOut,
    /** What was seen, for whoever asks later; kept with the fact. */
    readonly evidence: string,
  ) {
    super();
  }
}
