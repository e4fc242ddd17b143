import { readFile, writeFile } from 'node:fs/promises';
import type { Payment } from './payment.entity.js';
import { type FactKind, paymentPolicy, type Standing, unknownPaymentPolicy, type Verdict } from './payment-policy.js';
import type { PaymentFact } from './payment-fact.js';
import type { PaymentStatus } from '../contract/index.js';
import { ACTED_ON } from '../gateway/stripe/stripe-notice.js';
import { paymentProblems } from '../http/payment.problems.js';
import { askedPayment } from '../../../../test/support/sample-payment.js';

const STATUSES = Object.keys(paymentPolicy['own payment']) as PaymentStatus[];
const FACTS = Object.keys(unknownPaymentPolicy) as FactKind[];
const STANDINGS = Object.keys(paymentPolicy) as Standing[];

const OURS = 'pi_ours';
const failure = { code: 'payment_declined', detail: 'No.' };

const paymentIn = (status: PaymentStatus, providerReference: string | null, generation: number): Payment => {
  const isPaid = ['captured', 'partially_refunded', 'refunded'].includes(status);
  const payment = askedPayment({ provider: 'stripe' });
  return Object.assign(payment, { status, providerReference, generation, captured: isPaid ? 1000 : 0 });
};

const factOf = (kind: FactKind, providerReference: string, generation: number): PaymentFact => {
  if (kind === 'unknown') return { kind };
  const about = { providerReference, generation };
  return kind === 'declined' || kind === 'cancelled' ? { kind, failure, ...about } : { kind, ...about };
};

/** A payment and a fact that stand to each other like this. */
const met = (standing: Standing, status: PaymentStatus, kind: FactKind): [Payment, PaymentFact] => {
  if (standing === 'own payment') return [paymentIn(status, OURS, 1), factOf(kind, OURS, 1)];
  if (standing === 'earlier attempt') return [paymentIn(status, null, 2), factOf(kind, OURS, 1)];
  return [paymentIn(status, OURS, 1), factOf(kind, 'pi_other', 1)];
};

describe('the payment policy', () => {
  const cells = STANDINGS.flatMap((standing) =>
    STATUSES.flatMap((status) => FACTS.map((kind) => [standing, status, kind] as const)),
  ).filter(([standing, , kind]) => kind !== 'unknown' || standing === 'own payment');

  it.each(cells)('%s, %s, %s: what the table says is what happens', (standing, status, kind) => {
    const [payment, fact] = met(standing, status, kind);
    const before = JSON.stringify(payment);
    const verdict = paymentPolicy[standing][status][kind];
    expect(payment.learn(fact)).toBe(verdict);
    expect(payment.status).toBe(verdict === 'apply' ? kind : status);
    if (verdict !== 'apply') expect(JSON.stringify(payment)).toBe(before);
  });

  it('has a row for each of the nine statuses and a column for each of the six facts, in every standing', () => {
    for (const standing of STANDINGS) {
      expect(Object.keys(paymentPolicy[standing]).toSorted()).toEqual(STATUSES.toSorted());
      for (const status of STATUSES)
        expect(Object.keys(paymentPolicy[standing][status]).toSorted()).toEqual(FACTS.toSorted());
    }
    expect([STATUSES.length, FACTS.length]).toEqual([9, 6]);
  });

  it('never takes money that was captured for less than that', () => {
    for (const status of ['captured', 'partially_refunded', 'refunded'] as const)
      for (const kind of FACTS) expect(paymentPolicy['own payment'][status][kind]).toBe<Verdict>('ignore');
  });

  it('applies captured money in every state in which none was there', () => {
    for (const status of ['pending', 'unknown', 'requires_action', 'processing', 'declined', 'cancelled'] as const)
      expect(paymentPolicy['own payment'][status].captured).toBe<Verdict>('apply');
  });

  it('gives back what was captured a second time, whatever became of the first', () => {
    for (const status of STATUSES) expect(paymentPolicy['another payment'][status].captured).toBe<Verdict>('reverse');
  });

  it('believes nothing but captured money of an attempt that was given up', () => {
    for (const status of STATUSES)
      for (const kind of FACTS.filter((fact) => fact !== 'captured'))
        expect(paymentPolicy['earlier attempt'][status][kind]).toBe<Verdict>('ignore');
  });
});

const PAGE = 'docs/payments.md';
const [BEGIN, END] = ['<!-- payment-policy: generated, do not edit -->', '<!-- /payment-policy -->'];

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`;

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, index) =>
    Math.max(...[head, ...rows].map((row) => row[index]!.length), 3, cell.length),
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lineOf(head, widths), rule, ...rows.map((row) => lineOf(row, widths))].join('\n');
}

const standingTable = (standing: Standing): string =>
  tableOf(
    ['payment is', ...FACTS],
    STATUSES.map((status) => [status, ...FACTS.map((kind) => paymentPolicy[standing][status][kind])]),
  );

const generated = (): string =>
  [
    BEGIN,
    ...STANDINGS.map((standing) => `### A fact about its ${standing}\n\n${standingTable(standing)}`),
    `### A fact about no payment that is known\n\n${tableOf([...FACTS], [FACTS.map((kind) => unknownPaymentPolicy[kind])])}`,
    END,
  ]
    .join('\n\n')
    .replace('its own payment', 'the payment itself')
    .replace('its earlier attempt', 'an earlier attempt')
    .replace('its another payment', 'another of the provider’s payments');

describe('the page about payments', () => {
  it('names the events to select: those that we act on', async () => {
    const [, step = ''] = /\*\*Events\.\*\*(.+)\n/.exec(await readFile(PAGE, 'utf8')) ?? [];
    const named = [...step.matchAll(/`([a-z_]+\.[a-z_.]+)`/g)].map(([, type]) => type);
    expect(named).toEqual(ACTED_ON);
  });

  it('says of every state of a payment and of a refund what somebody does about it', async () => {
    const page = await readFile(PAGE, 'utf8');
    const rowsOf = (title: string): string[] => {
      const [, section = ''] = page.split(`### ${title}\n`);
      return [...section.split('\n#', 1)[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, status]) => status!);
    };
    expect(rowsOf('A payment').toSorted()).toEqual(STATUSES.toSorted());
    expect(rowsOf('A refund').toSorted()).toEqual(['failed', 'pending', 'succeeded']);
    const needsSomebody = Object.keys(paymentProblems).filter((code) => paymentProblems[code]!.retry === 'operator');
    expect(rowsOf('A person is needed').toSorted()).toEqual(needsSomebody.toSorted());
  });

  it('shows the table as it is; `UPDATE_DOCS=1 npm run jest -- payment-policy` writes it anew', async () => {
    const page = await readFile(PAGE, 'utf8');
    const [before, rest] = page.split(BEGIN);
    const [, after] = (rest ?? '').split(END);
    const current = `${before}${generated()}${after}`;
    if (process.env.UPDATE_DOCS) await writeFile(PAGE, current);
    expect(await readFile(PAGE, 'utf8')).toBe(current);
  });
});
