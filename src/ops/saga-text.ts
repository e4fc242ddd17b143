import { ageOf, ago } from './age.js';
import { wrapped } from './readable.js';
import type { Explanation, SagaDocument } from './saga-document.js';
import { table, type Column } from './table.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

/** What an act has to be told besides its reason. */
const MORE: Readonly<Record<string, string>> = { resolve: ' --applied … | --not-applied' };

/** Why it stands where it stands, what comes next, and the commands that make sense now. */
export function explanationLines({ why, waitsFor, next, operatorMay }: Explanation, id: string, now: number): string[] {
  return [
    ...wrapped(`Why: ${why}`, ''),
    `Waits for: ${waitsFor}`,
    ...(next ? wrapped(`Next: ${ago(next.at, now)}, ${next.what}`, '') : []),
    ...(operatorMay.length === 0 ? ['You may: nothing'] : ['You may:']),
    ...operatorMay.map((act) => `  npm run ops -- ${act} ${id}${MORE[act] ?? ''} --reason …`),
  ];
}

/** One line that says which saga it is and where it stands. */
export const headline = ({ definition, id, state, createdAt, version }: SagaDocument, now: number): string =>
  `${definition} ${id}: ${state}, begun ${ago(createdAt, now)}, version ${version}`;

/** Everything that is known about a saga; parts of which there is nothing are left out. */
export function sagaLines(saga: SagaDocument, now: number): string[] {
  const { tenantId, orderId, attention, failure, stop, deadlineAt, explain } = saga;
  const reasons = Object.entries({ attention, failure, stop });
  const currency = saga.attempts[0]?.currency;
  return [
    headline(saga, now),
    `Order ${orderId} of ${tenantId}`,
    ...reasons.flatMap(([what, why]) => (why ? wrapped(`${what}: ${why.code}: ${why.detail}`, '') : [])),
    ...(deadlineAt && saga.state === 'running' ? [`Turns back by itself ${ago(deadlineAt, now)}`] : []),
    '',
    ...explanationLines(explain, saga.id, now),
    ...part('Steps', saga.steps, [
      { title: 'STEP', of: ({ name }) => name },
      { title: 'WAY', of: ({ kind }) => kind },
      { title: 'STATUS', of: ({ status }) => status },
      { title: 'AGE', of: ({ startedAt }) => ageOf(startedAt, now) },
    ]),
    ...part(
      'Asked of the provider',
      saga.attempts,
      [
        { title: 'KEY', of: ({ key }) => key },
        { title: 'MONEY', of: (attempt) => spelledMoney(attempt.amount, attempt.currency) },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'LAST', of: ({ attemptedAt }) => ageOf(attemptedAt, now) },
      ],
      ({ providerReference }) => providerReference && `known there as ${providerReference}`,
    ),
    ...part('Learned', saga.facts, [
      { title: 'AGE', of: ({ at }) => ageOf(at, now) },
      { title: 'FACT', of: ({ fact }) => fact },
      { title: 'TOLD BY', of: ({ source }) => source },
      { title: 'STEP', of: ({ step }) => step },
      { title: 'MONEY', of: ({ amount }) => money(amount, currency) },
      { title: 'CODE', of: ({ code }) => code, mayBeCut: true },
    ]),
    ...part('Jobs', saga.jobs, [
      { title: 'JOB', of: ({ id }) => id },
      { title: 'RUNS', of: ({ isRunning, runsAt }) => (isRunning ? 'now' : ago(runsAt, now)) },
      { title: 'FAILED', of: ({ failures }) => failures },
      { title: 'KEY', of: ({ key }) => key },
    ]),
    ...part('Requests', saga.requests, [
      { title: 'AGE', of: ({ at }) => ageOf(at, now) },
      { title: 'OPERATION', of: ({ operation }) => operation },
      { title: 'ANSWERED', of: ({ status }) => status ?? 'waits' },
    ]),
    ...part(
      'Operators',
      saga.acts,
      [
        { title: 'AGE', of: ({ at }) => ageOf(at, now) },
        { title: 'WHO', of: ({ actor }) => actor },
        { title: 'ACT', of: ({ act }) => act },
        { title: 'OUTCOME', of: ({ outcome }) => outcome },
      ],
      ({ reason }) => reason,
    ),
  ];
}

const money = (amount: number | undefined, currency: string | undefined): string =>
  amount === undefined ? '' : currency === undefined ? `${amount}` : spelledMoney(amount, currency);

function part<Item>(
  title: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
  note?: (item: Item) => string | undefined,
): string[] {
  return items.length === 0 ? [] : ['', title, ...table(columns, items, note)];
}
