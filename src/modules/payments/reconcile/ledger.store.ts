import { Payment } from '../domain/payment.entity.js';
import { Refund } from '../domain/refund.entity.js';
import type { ProviderPayment } from '../gateway/payment-gateway.js';
import { isId } from '#shared/kernel/ids.js';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityTarget, type ObjectLiteral } from 'typeorm';

/** Read at once; both lists are walked by primary key, whose order is that of creation. */
const BATCH = 500;

/** Our own books, as they are read beside the provider's. */
@Injectable()
export class LedgerStore {
  constructor(private readonly source: DataSource) {}

  /** The database's time: what is compared with `created_at` comes from the same clock. */
  async now(): Promise<Date> {
    const [row] = await this.source.query<{ now: Date }[]>('SELECT now()');
    return row!.now;
  }

  /** Ours that the provider calls so, else the one that it claims to be about: by its id, else its saga, else its order. */
  async payment(
    provider: Payment['provider'],
    providerReference: string,
    { paymentId, sagaId, orderId }: ProviderPayment['references'] = {},
  ): Promise<Payment | undefined> {
    const payments = this.source.getRepository(Payment);
    const bound = await payments.findOneBy({ provider, providerReference });
    if (bound) return bound;
    for (const claim of [{ id: paymentId }, { sagaId }, { orderId }]) {
      // Metadata is text that anybody at the provider may have written.
      const isOurs = Object.values(claim).every((id) => id !== undefined && isId(id));
      const claimed = isOurs && (await payments.findOneBy({ provider, ...claim }));
      if (claimed) return claimed;
    }
    return undefined;
  }

  async refund(providerReference: string, claimed?: string): Promise<Refund | undefined> {
    const refunds = this.source.getRepository(Refund);
    const bound = await refunds.findOneBy({ providerReference });
    return bound ?? (claimed && isId(claimed) ? await refunds.findOneBy({ id: claimed }) : null) ?? undefined;
  }

  paymentById(id: string): Promise<Payment | null> {
    return this.source.getRepository(Payment).findOneBy({ id });
  }

  refundById(id: string): Promise<Refund | null> {
    return this.source.getRepository(Refund).findOneBy({ id });
  }

  refundsOf(paymentId: string): Promise<Refund[]> {
    return this.source.getRepository(Refund).findBy({ paymentId: In([paymentId]) });
  }

  /** Ours of this provider that were created in this time, oldest first. */
  payments(provider: Payment['provider'], since: Date, until: Date): AsyncGenerator<Payment> {
    return this.walk(Payment, 't.provider = :provider AND t.created_at BETWEEN :since AND :until', {
      provider,
      since,
      until,
    });
  }

  /** Ours of this provider's payments that were created in this time, oldest first. */
  refunds(provider: Payment['provider'], since: Date, until: Date): AsyncGenerator<Refund> {
    const ofProvider =
      'EXISTS (SELECT 1 FROM payments.payments p WHERE p.id = t.payment_id AND p.provider = :provider)';
    return this.walk(Refund, `t.created_at BETWEEN :since AND :until AND ${ofProvider}`, { provider, since, until });
  }

  private async *walk<Row extends ObjectLiteral & { id: string }>(
    type: EntityTarget<Row>,
    where: string,
    values: ObjectLiteral,
  ): AsyncGenerator<Row> {
    for (let after: string | undefined, more = true; more;) {
      const query = this.source.getRepository(type).createQueryBuilder('t').where(where, values);
      if (after) query.andWhere('t.id > :after', { after });
      const rows = await query.orderBy('t.id').limit(BATCH).getMany();
      yield* rows;
      after = rows.at(-1)?.id;
      more = rows.length === BATCH;
    }
  }
}
