import { PaymentProviderUnusable } from '../payment-gateway.js';
import type { ProviderPage } from '../provider-books.js';
import { refusalOrThrow } from './stripe-failure.js';

/** The most that Stripe lists at once. */
export const PAGE_SIZE = 100;

/** Stripe counts in seconds; a part of one belongs to the second that began before it. */
export const createdSince = (since: Date): { gte: number } => ({ gte: Math.floor(since.getTime() / 1000) });

/** Reads one page, all of it or none: a page that is read in part would prove an absence that is none. */
export async function readPage<Item>(
  asked: PromiseLike<unknown>,
  read: (answer: unknown) => Item | undefined,
): Promise<ProviderPage<Item>> {
  let page: { data?: unknown; has_more?: unknown };
  try {
    page = (await asked) as typeof page;
  } catch (error) {
    refusalOrThrow(error, 'list');
    throw new PaymentProviderUnusable('The payment provider refuses to list what it has booked');
  }
  const items = Array.isArray(page.data) ? page.data.map(read) : [undefined];
  if (!items.every((item) => item !== undefined) || typeof page.has_more !== 'boolean') {
    throw new PaymentProviderUnusable('The payment provider answered list with no readable page');
  }
  return { items, hasMore: page.has_more };
}
