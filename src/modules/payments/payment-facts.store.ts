import type { PaymentFactView } from './contract/index.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  created_at: Date;
  fact: PaymentFactView['fact'];
  source: PaymentFactView['source'];
  subject: string;
  amount: string | null;
  currency: string;
  code: string | null;
}

/** Reads the ledger of facts. */
@Injectable()
export class PaymentFactsStore {
  constructor(private readonly source: DataSource) {}

  async ofOrder(orderId: string): Promise<PaymentFactView[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT e.created_at, e.fact, e.source, e.subject, e.amount, p.currency, e.detail -> 'failure' ->> 'code' AS code
       FROM payments.payments AS p JOIN payments.payment_events AS e ON e.payment_id = p.id
       WHERE p.order_id = $1 ORDER BY e.id`,
      [orderId],
    );
    return rows.map(({ created_at: at, fact, source, subject, amount, currency, code }) => ({
      at,
      fact,
      source,
      step: stepOf(subject),
      amount: amount === null ? undefined : Number(amount),
      currency,
      code: code ?? undefined,
    }));
  }
}

/** A step's key is `<saga id>:<step>`, with the number of the attempt behind it. */
const stepOf = (subject: string): string | undefined => subject.split(':')[1];
