import type { Doubt } from './domain/doubt.js';
import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { LookUps } from '#shared/database/look-ups.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { Injectable } from '@nestjs/common';

@Injectable()
export class PaymentsRepository {
  constructor(
    private readonly entities: Entities,
    private readonly lookUps: LookUps,
  ) {}

  payment(id: string): Promise<Payment | undefined> {
    return this.entities.one(Payment, { id });
  }

  /** By what the provider calls it. */
  paymentByReference(provider: Payment['provider'], providerReference: string): Promise<Payment | undefined> {
    return this.entities.one(Payment, { provider, providerReference });
  }

  paymentOfSaga(sagaId: string): Promise<Payment | undefined> {
    return this.entities.one(Payment, { sagaId });
  }

  paymentOfOrder(orderId: string): Promise<Payment | undefined> {
    return this.entities.one(Payment, { orderId });
  }

  /** Whether the ledger of facts has this line. */
  async isTold(paymentId: string, subject: string, fact: string): Promise<boolean> {
    const told = await this.lookUps.find<object>(
      'SELECT 1 FROM payments.payment_events WHERE payment_id = $1 AND subject = $2 AND fact = $3',
      [paymentId, subject, fact],
    );
    return told.length > 0;
  }

  /** The sagas of the payment or the refund that the provider calls so; several when a refund was asked for by itself. */
  async sagasOfReference(providerReference: string): Promise<string[]> {
    const rows = await this.lookUps.find<{ saga: string }>(
      `SELECT p.saga_id AS saga FROM payments.payments AS p
         WHERE p.provider IN ('sandbox', 'stripe') AND p.provider_reference = $1
       UNION SELECT unnest(ARRAY[p.saga_id::text, split_part(r.step_key, ':', 1)])::uuid FROM payments.refunds AS r
         JOIN payments.payments AS p ON p.id = r.payment_id
         WHERE r.provider_reference = $1 OR r.surplus_reference = $1`,
      [providerReference],
    );
    return rows.map(({ saga }) => saga);
  }

  refundByReference(providerReference: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { providerReference });
  }

  refund(id: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { id });
  }

  /** By what the provider calls the second payment that it gives back. */
  refundOfSurplus(surplusReference: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { surplusReference });
  }

  refundByStep(stepKey: string): Promise<Refund | undefined> {
    return this.entities.one(Refund, { stepKey });
  }

  /**
   * How long a payment or refund has been in doubt, by the database's clock. When an earlier run of its job was cut off,
   * the last attempt may have been a moment ago, whatever is stored.
   */
  async doubtAbout(
    attempt: Payment | Refund,
    { looks, wasCutOff }: { looks: number; wasCutOff: boolean },
  ): Promise<Doubt> {
    const [row] = await this.lookUps.find<{ key_age: string; since_attempt: string; open_for: string }>(
      `SELECT 1000 * extract(epoch FROM now() - $1::timestamptz) AS key_age,
         1000 * extract(epoch FROM now() - $2::timestamptz) AS since_attempt,
         1000 * extract(epoch FROM now() - $3::timestamptz) AS open_for`,
      [attempt.keySince, attempt.attemptedAt, attempt.createdAt],
    );
    const neverSent = attempt.attemptedAt.getTime() === attempt.keySince.getTime();
    return {
      keyAgeMs: Number(row!.key_age),
      sinceAttemptMs: wasCutOff ? 0 : Number(row!.since_attempt),
      openForMs: Number(row!.open_for),
      neverSent: neverSent && !wasCutOff,
      // A key that was never sent, as far as is stored, begins its looks anew, also when a run that may have sent it died.
      looks: neverSent ? 0 : looks,
    };
  }

  refundsOf(paymentId: string): Promise<Refund[]> {
    return this.entities.all(Refund, { paymentId });
  }
}
