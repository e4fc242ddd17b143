import type { FastifyInstance } from 'fastify';
import { createRefund } from '../refunds/create-refund.js';
import { refundWire } from '../wire/refund.wire.js';
import { missing } from '../wire/wire-refusal.js';
import { LIST_PARAMS, listWire, pageOf } from './listing.js';
import { servePost } from './post.js';
import type { Provider } from './provider.js';
import { queryOf } from './query.js';

/** Refunds: create, retrieve, list. */
export function refundRoutes(app: FastifyInstance, provider: Provider): void {
  const { books } = provider;

  app.post('/refunds', (request, reply) => servePost(provider, createRefund, request, reply));

  app.get('/refunds', (request) => {
    const params = queryOf(request);
    params.allowOnly(...LIST_PARAMS, 'payment_intent', 'charge');
    const charge = params.get('charge');
    const paymentId = charge ? (books.paymentOfCharge(charge)?.id ?? '') : params.get('payment_intent');
    const page = pageOf(paymentId === undefined ? books.refunds : books.refundsOf(paymentId), params);
    return listWire('/v1/refunds', page.items.map(refundWire), page.more);
  });

  app.get<{ Params: { id: string } }>('/refunds/:id', ({ params: { id } }) => {
    const refund = books.refunds.get(id);
    if (!refund) throw missing(404, 'refund', 'refund', id);
    return refundWire(refund);
  });
}
