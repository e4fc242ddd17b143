import { call, type Answered } from '../api/call.js';
import { newKey } from '../words/new-key.js';

/** What is ordered in the lab, and how often the same is sent. */
export interface StormPlan {
  /** Of a client: operators place no orders. */
  readonly clientKey: string;
  readonly sku: string;
  readonly times: number;
}

/** What became of a storm of the same order. */
export interface StormResult {
  readonly key: string;
  readonly answers: readonly Answered<unknown>[];
}

/** The same order as often as planned, all at once and under one key, as a hand does that presses and presses. */
export async function storm(plan: StormPlan): Promise<StormResult> {
  const key = newKey();
  return { key, answers: await Promise.all(Array.from({ length: plan.times }, () => send(plan, key))) };
}

/** The same once more under its key, for whoever got no answer: it finds out, and can do nothing twice. */
export const onceMore = async ({ key, answers }: StormResult, plan: StormPlan): Promise<StormResult> => ({
  key,
  answers: [...answers, await send(plan, key)],
});

const send = ({ clientKey, sku }: StormPlan, key: string): Promise<Answered<unknown>> =>
  call('/api/orders', {
    method: 'POST',
    body: { customerId: 'double-click-lab', items: [{ sku, quantity: 1 }], paymentMethod: 'pm_card_visa' },
    key,
    secret: clientKey,
  });

/** The refusal that every one of them met because of who sent them. */
export const refusalOf = ({ answers }: StormResult): Answered<unknown> | undefined =>
  answers.every(({ status }) => status === 401 || status === 403) ? answers[0] : undefined;

/** Whether nobody knows from the answers what became of it: some are lost, and none is the decision. */
export const isUnheard = ({ answers }: StormResult): boolean =>
  answers.some(({ status }) => status === 0) && answers.every(({ status }) => status === 0 || status === 202);

/** How often each kind of answer came, the most frequent one first. */
export function countedAnswers({ answers }: StormResult): readonly { readonly told: string; readonly count: number }[] {
  const byKind = Map.groupBy(answers, toldOf);
  return [...byKind].map(([told, some]) => ({ told, count: some.length })).toSorted((a, b) => b.count - a.count);
}

function toldOf({ status, isReplay, problem }: Answered<unknown>): string {
  if (status === 0) return 'no answer: the service went away';
  if (status === 202) return '202 under way, look again';
  const what = problem ? `${status} ${problem.code}` : `${status} the order`;
  return isReplay ? `${what}, the stored answer again` : what;
}
