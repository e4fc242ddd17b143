import { Query } from '@nestjs/cqrs';
import type { PaymentFactView } from './payment-fact.view.js';
import type { PaymentView, RefundView } from './payment.view.js';

/** A payment by its id; undefined when it does not exist or belongs to another tenant. */
export class GetPayment extends Query<PaymentView | undefined> {
  constructor(
    readonly paymentId: string,
    /** Undefined for an operator, who sees every tenant. */
    readonly tenantId?: string,
  ) {
    super();
  }
}

/** A refund by its id, for whoever has asked for it. */
export class GetRefund extends Query<RefundView | undefined> {
  constructor(readonly refundId: string) {
    super();
  }
}

/** What a customer has to do before a payment can be made, as the provider says it now; it is stored nowhere. */
export interface CustomerAction {
  readonly nextAction?: { readonly type: string; readonly url?: string };
  /** Lets the provider's own client act for the customer: only for whoever placed the order. */
  readonly clientSecret?: string;
}

/** Asks the provider what the payment of this saga waits for; undefined when it waits for nobody. */
export class GetCustomerAction extends Query<CustomerAction | undefined> {
  constructor(readonly sagaId: string) {
    super();
  }
}

/** Every refund of the payment of an order, oldest first; whoever asks has seen the order. */
export class ListRefunds extends Query<RefundView[]> {
  constructor(readonly orderId: string) {
    super();
  }
}

/** What was learned about the payment of an order, in the order of learning; whoever asks has seen the order. */
export class ListPaymentFacts extends Query<PaymentFactView[]> {
  constructor(readonly orderId: string) {
    super();
  }
}
