import type { FastifyInstance } from 'fastify';
import { cancelPayment } from '../payments/cancel-payment.js';
import { createPayment } from '../payments/create-payment.js';
import { expansionOf } from '../wire/expand.js';
import { paymentIntentWire } from '../wire/payment-intent.wire.js';
import { missing } from '../wire/wire-refusal.js';
import { LIST_PARAMS, listWire, pageOf } from './listing.js';
import { servePost } from './post.js';
import type { Provider } from './provider.js';
import { queryOf } from './query.js';
import { searchPayments } from './search.js';

/** Payment intents: create and confirm, retrieve, list, search, cancel. */
export function paymentRoutes(app: FastifyInstance, provider: Provider): void {
  const { payments } = provider.books;

  app.post('/payment_intents', (request, reply) => servePost(provider, createPayment, request, reply));

  app.post<{ Params: { id: string } }>('/payment_intents/:id/cancel', (request, reply) =>
    servePost(provider, cancelPayment(request.params.id), request, reply),
  );

  app.get('/payment_intents', (request) => {
    const params = queryOf(request);
    params.allowOnly(...LIST_PARAMS);
    const expand = expansionOf(params, true);
    const { items, more } = pageOf(payments, params);
    return listWire(
      '/v1/payment_intents',
      items.map((payment) => paymentIntentWire(payment, expand)),
      more,
    );
  });

  app.get('/payment_intents/search', (request) => searchPayments(provider, queryOf(request)));

  app.get<{ Params: { id: string } }>('/payment_intents/:id', (request) => {
    const params = queryOf(request);
    params.allowOnly('expand', 'client_secret');
    const payment = payments.get(request.params.id);
    if (!payment) throw missing(404, 'intent', 'payment_intent', request.params.id);
    return paymentIntentWire(payment, expansionOf(params));
  });
}
