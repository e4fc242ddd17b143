import type { Refund } from './refund.entity.js';
import type { RefundView } from '../contract/index.js';

/** The refund as it is shown and as it is remembered in stored answers. */
export const refundView = (refund: Refund): RefundView => ({
  id: refund.id,
  paymentId: refund.paymentId,
  amount: refund.amount,
  currency: refund.currency,
  status: refund.status,
  reason: refund.reason ?? undefined,
  providerReference: refund.providerReference ?? undefined,
  createdAt: refund.createdAt.toISOString(),
});
