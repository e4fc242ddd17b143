import { Query } from '@nestjs/cqrs';
import type { PaymentView } from './payment.view.js';

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
