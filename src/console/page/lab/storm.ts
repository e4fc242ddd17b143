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
  /** How often each kind of answer came, the most frequent one first. */
  readonly answers: readonly { readonly told: string; readonly count: number }[];
  /** A refusal that every one of them met. */
  readonly refused?: Answered<unknown>;
}

/** The same order as often as planned, all at once and under one key, as a hand does that presses and presses. */
export async function storm({ clientKey, sku, times }: StormPlan): Promise<StormResult> {
  const key = newKey();
  const body = { customerId: 'double-click-lab', items: [{ sku, quantity: 1 }], paymentMethod: 'pm_card_visa' };
  const answers = await Promise.all(
    Array.from({ length: times }, () => call<unknown>('/api/orders', { method: 'POST', body, key, secret: clientKey })),
  );
  const byKind = Map.groupBy(answers, toldOf);
  return {
    key,
    answers: [...byKind].map(([told, some]) => ({ told, count: some.length })).toSorted((a, b) => b.count - a.count),
    refused: answers.every(({ status }) => status === 401 || status === 403 || status === 0) ? answers[0] : undefined,
  };
}

function toldOf({ status, isReplay, problem }: Answered<unknown>): string {
  if (status === 202) return '202 under way, look again';
  const what = problem ? `${status} ${problem.code}` : `${status} the order`;
  return isReplay ? `${what}, the stored answer again` : what;
}
