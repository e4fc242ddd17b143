import type { CaptureRequest, RefundRequest } from '#modules/payments/gateway/payment-gateway.js';
import { METHOD } from './scripted-stripe.js';

/** One payment of KWD 18.600 and one refund of KWD 0.600, as we ask for them and as Stripe answers. */
export const references = { orderId: 'order-1', paymentId: 'payment-1', sagaId: 'saga-1' };

export const capture: CaptureRequest = {
  key: 'saga-1:payment.capture:0',
  amount: 18_600,
  currency: 'KWD',
  paymentMethod: METHOD,
  references,
};

export const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 18_600,
  amount_received: 18_600,
  currency: 'kwd',
  created: 1_790_000_000,
  metadata: references,
  latest_charge: { id: 'ch_1', object: 'charge', amount_refunded: 600 },
};

export const refund: RefundRequest = {
  key: 'refund-1',
  providerReference: 'pi_1',
  amount: 600,
  currency: 'KWD',
  references: { ...references, refundId: 'refund-1' },
};

export const wireRefund = {
  id: 're_1',
  object: 'refund',
  status: 'succeeded',
  amount: 600,
  currency: 'kwd',
  payment_intent: 'pi_1',
  metadata: refund.references,
};
