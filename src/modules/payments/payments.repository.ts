import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { Injectable } from '@nestjs/common';

@Injectable()
export class PaymentsRepository {
  constructor(private readonly entities: Entities) {}

  payment(id: string): Promise<Payment | undefined> {
    return this.entities.one(Payment, { id });
  }

  refund(id: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { id });
  }

  refundByStep(stepKey: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { stepKey });
  }

  refundsOf(paymentId: string): Promise<Refund[]> {
    return this.entities.all(Refund, { paymentId });
  }
}
