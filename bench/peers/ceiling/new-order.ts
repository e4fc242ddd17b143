import type { OrderRequest } from '../http/order-request.ts';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** An order before it is written, with every id that it will have. */
export interface NewOrder {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly request: OrderRequest;
  readonly recordId: string;
  readonly orderId: string;
  readonly sagaId: string;
  readonly paymentId: string;
  readonly at: Date;
}

/** SHA-256 of the body as validated; its members stand in the order of the request's schema. */
export const fingerprintOf = ({ customerId, items, paymentMethod }: OrderRequest): Buffer =>
  createHash('sha256').update(JSON.stringify({ customerId, items, paymentMethod })).digest();

export const newOrder = (key: string, request: OrderRequest): NewOrder => ({
  key,
  fingerprint: fingerprintOf(request),
  request,
  recordId: v7(),
  orderId: v7(),
  sagaId: v7(),
  paymentId: v7(),
  at: new Date(),
});
