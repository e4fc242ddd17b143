import type { ProviderPayment, ProviderRefund } from './payment-gateway.js';

/** One page of a list of the provider, newest first. */
export interface ProviderPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** Something that the provider has told, or wanted to tell, by a webhook. */
export interface ToldEvent {
  readonly providerReference: string;
  /** As the webhook would have brought it. */
  readonly raw: Buffer;
}

/**
 * The provider's own books, page by page: everything created at or after `since`, older than `startingAfter` where that
 * is given. A page that cannot be read whole is thrown as PaymentProviderUnusable, never shown in part.
 */
export interface ProviderBooks {
  listPayments(since: Date, startingAfter?: string): Promise<ProviderPage<ProviderPayment>>;

  /** The refunds of all payments. */
  listAllRefunds(since: Date, startingAfter?: string): Promise<ProviderPage<ProviderRefund>>;

  /** The events of the types that we act on; a provider keeps them for a while only (Stripe: 30 days). */
  listEvents(since: Date, startingAfter?: string): Promise<ProviderPage<ToldEvent>>;
}

/** Every item of a list, page after page. */
export async function* everyItem<Item extends { readonly providerReference: string }>(
  list: (startingAfter?: string) => Promise<ProviderPage<Item>>,
): AsyncGenerator<Item> {
  for (let after: string | undefined, more = true; more;) {
    const { items, hasMore } = await list(after);
    yield* items;
    after = items.at(-1)?.providerReference;
    more = hasMore && after !== undefined;
  }
}
