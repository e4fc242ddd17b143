import type { Comparison, Entry, Report } from './report.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

const COLUMNS = ['', 'agree', 'only there', 'only here', 'differ'];

const counts = ({ agree, onlyThere, onlyHere, differ }: Comparison): string[] =>
  [agree, onlyThere.length, onlyHere.length, differ.length].map(String);

const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
  );
};

const spelled = ({ reference, id, orderId, status, amount, currency, refunded }: Entry): string => {
  const money = currency === undefined ? `${amount}` : spelledMoney(amount, currency);
  const names = [reference ?? 'no reference', id && `ours ${id}`, orderId && `order ${orderId}`].filter(Boolean);
  return `${status}, ${money}${refunded ? `, of it refunded ${refunded}` : ''} (${names.join(', ')})`;
};

function linesOf(name: string, { onlyThere, onlyHere, differ }: Comparison): string[] {
  return [
    ...onlyThere.map((entry) => `${name}, only there: ${spelled(entry)}`),
    ...onlyHere.map((entry) => `${name}, only here: ${spelled(entry)}`),
    ...differ.flatMap(({ what, here, there }) => [
      `${name}, another ${what.join(', ')}`,
      `  there: ${spelled(there)}`,
      `  here:  ${spelled(here)}`,
    ]),
  ];
}

/** The report for a person: the table first, then everything that somebody has to look at. */
export function reportText({ provider, since, until, events, payments, refunds, open }: Report): string {
  const foreign = payments.foreign + refunds.foreign;
  return [
    `The books of ${provider} and ours, ${since} to ${until}`,
    '',
    ...aligned([COLUMNS, ['payments', ...counts(payments)], ['refunds', ...counts(refunds)]]),
    '',
    `Events: ${events.listed} told by the provider, ${events.recorded} of them had not reached us and were recorded.`,
    ...(foreign > 0 ? [`${foreign} of the provider's payments and refunds are none of this service.`] : []),
    ...linesOf('payment', payments),
    ...linesOf('refund', refunds),
    ...events.open.map(
      ({ eventId, type, status, detail }) => `event ${eventId} (${type}) is ${status}${detail ? `: ${detail}` : ''}`,
    ),
    open === 0 ? 'Nothing is open.' : `${open} to look at; docs/payments.md says how.`,
    '',
  ].join('\n');
}
