import { type Accepted, acceptOrders } from './accept.batch.ts';
import { MicroBatch } from './micro-batch.ts';
import { type NewOrder, newOrder } from './new-order.ts';
import type { RelayLoop } from './relay.loop.ts';
import { type CapturedOrder, settleOrders } from './settle.batch.ts';
import type { CaptureClient } from '../http/capture.client.ts';
import type { OrderRequest } from '../http/order-request.ts';
import type pg from 'pg';

/** Accept, capture, settle: two commits that are shared by whoever is there, and one call in between. */
export class PlaceOrderFlow {
  private readonly accepting: MicroBatch<NewOrder, Accepted | undefined>;
  private readonly settling: MicroBatch<CapturedOrder, undefined>;
  private readonly provider: CaptureClient;
  private readonly relay: RelayLoop;

  constructor(acceptor: pg.Client, settler: pg.Client, provider: CaptureClient, relay: RelayLoop) {
    this.accepting = new MicroBatch((orders) => acceptOrders(acceptor, orders));
    this.settling = new MicroBatch((orders) => settleOrders(settler, orders));
    this.provider = provider;
    this.relay = relay;
  }

  /** The answer's body; undefined when the key is taken or an article unknown. Throws when the payment is declined. */
  async place(key: string, request: OrderRequest): Promise<string | undefined> {
    const order = newOrder(key, request);
    const accepted = await this.accepting.add(order);
    if (!accepted) return undefined;
    const captured = await this.provider.capture({
      key: `${order.sagaId}:payment.capture`,
      amount: accepted.total,
      currency: accepted.currency,
      paymentMethod: request.paymentMethod,
      metadata: { orderId: order.orderId, sagaId: order.sagaId, paymentId: order.paymentId },
    });
    if ('declined' in captured) throw new Error('only the way to a confirmed order is written here');
    const at = new Date();
    const body = JSON.stringify(confirmed(order, accepted, at));
    await this.settling.add({ order, reference: captured.reference, total: accepted.total, body, at });
    this.relay.wake();
    return body;
  }
}

const confirmed = (order: NewOrder, { total, currency, lines }: Accepted, at: Date) => ({
  id: order.orderId,
  status: 'confirmed',
  customerId: order.request.customerId,
  currency,
  total,
  items: lines.map((line) => ({ ...line, lineTotal: line.quantity * line.unitPrice })),
  paymentId: order.paymentId,
  sagaId: order.sagaId,
  createdAt: order.at.toISOString(),
  updatedAt: at.toISOString(),
  version: 2,
});
