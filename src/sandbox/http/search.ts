import type { PaymentRecord } from '../books/records.js';
import { expansionOf } from '../wire/expand.js';
import type { Params } from '../wire/params.js';
import { paymentIntentWire } from '../wire/payment-intent.wire.js';
import { invalidParam, missing } from '../wire/wire-refusal.js';
import { limitOf, takePage } from './listing.js';
import type { Provider } from './provider.js';
import { readSearchQuery } from './search-query.js';

/** A page of the payments that a query finds; payments younger than the search lag are not found yet. */
export function searchPayments({ books, searchLagMs }: Provider, params: Params) {
  params.allowOnly('query', 'limit', 'page', 'expand');
  const expand = expansionOf(params, true);
  const query = params.get('query');
  if (!query) throw invalidParam('query', 'Missing required param: query.', 'parameter_missing');
  const matches = readSearchQuery(query);
  const page = params.get('page');
  if (page !== undefined && !books.payments.get(page)) throw missing(400, 'page', 'page', page);
  const indexedUntil = Date.now() - searchLagMs;
  const found = function* (): Generator<PaymentRecord> {
    for (const payment of books.payments.newestFirst(page)) {
      if (payment.createdAt <= indexedUntil && matches(payment)) yield payment;
    }
  };
  const { items, more } = takePage(found(), limitOf(params));
  return {
    object: 'search_result' as const,
    data: items.map((payment) => paymentIntentWire(payment, expand)),
    has_more: more,
    next_page: more ? (items.at(-1)?.id ?? null) : null,
    url: '/v1/payment_intents/search',
  };
}
