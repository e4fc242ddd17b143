import type { PaymentRecord } from '../books/records.js';
import { unixSeconds } from '../wire/unix-seconds.js';
import { invalidParam } from '../wire/wire-refusal.js';

type Test = (payment: PaymentRecord) => boolean;
type Compare = (left: number, right: number) => boolean;

const CLAUSE =
  /^\s*(-)?(?:metadata\[(["'])(.+?)\2\]|([a-z_]+))\s*(:|>=|<=|>|<)\s*(?:(["'])(.*?)\6|(\d+))\s*(?:AND\b\s*(?=\S)|$)/i;

const COMPARE: Readonly<Record<string, Compare>> = {
  ':': (left, right) => left === right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
};

/**
 * Reads Stripe's search language (docs.stripe.com/search) as far as it is used on payments: clauses about `metadata`,
 * `status`, `currency`, `amount` and `created`, joined by AND, each of which may be negated by `-`.
 */
export function readSearchQuery(query: string): Test {
  const tests: Test[] = [];
  let rest = query;
  do {
    const match = CLAUSE.exec(rest);
    if (!match) throw invalidParam('query', `We were unable to parse your search query at: ${rest.trim()}`);
    const [clause, negated, , metadataKey, field, operator = ':', , text, number] = match;
    const test = metadataKey
      ? textTest((payment) => payment.metadata[metadataKey], text ?? number)
      : fieldTest(field ?? '', operator, text, number);
    tests.push(negated ? (payment) => !test(payment) : test);
    rest = rest.slice(clause.length);
  } while (rest.trim() !== '');
  return (payment) => tests.every((test) => test(payment));
}

function fieldTest(field: string, operator: string, text?: string, number?: string): Test {
  if (field === 'status') return textTest((payment) => payment.status, text);
  if (field === 'currency') return textTest((payment) => payment.currency, text?.toLowerCase());
  const compare = COMPARE[operator];
  const value = Number(number ?? text);
  if (compare && field === 'amount') return (payment) => compare(payment.amount, value);
  if (compare && field === 'created') return (payment) => compare(unixSeconds(payment.createdAt), value);
  throw invalidParam('query', `Field \`${field}\` is an unsupported search field for resource \`payment_intents\`.`);
}

const textTest =
  (read: (payment: PaymentRecord) => string | undefined, expected: string | undefined): Test =>
  (payment) =>
    read(payment) === expected;
