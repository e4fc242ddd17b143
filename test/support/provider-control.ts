export interface Charge {
  id: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed' | 'pending';
  metadata: Record<string, string>;
  idempotencyKey: string;
  attempts: number;
}

export interface Refund {
  id: string;
  charge: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
  idempotencyKey: string;
  attempts: number;
}

/** What the sandbox's books say really happened. */
export interface Ledger {
  charges: Charge[];
  refunds: Refund[];
}

/** Which of the provider's requests a fault waits for. */
export interface FaultMatch {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly paymentMethod?: string;
}

export const CAPTURES: FaultMatch = { method: 'POST', path: '/v1/payment_intents' };
export const REFUNDS: FaultMatch = { method: 'POST', path: '/v1/refunds' };

export async function readLedger(sandboxUrl: string): Promise<Ledger> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/ledger`);
  return (await answer.json()) as Ledger;
}

/** Answers the number under which the provider lists it until it has met its requests. */
export async function armFault(sandboxUrl: string, fault: object, match: FaultMatch, times: number): Promise<number> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match, fault, times }),
  });
  if (!answer.ok) throw new Error(`arming answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: number }).id;
}

/** The provider works again: no fault is armed any more. */
export async function clearFaults(sandboxUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
}

/** The numbers of the armed faults that have not met all of their requests yet. */
export async function armedFaults(sandboxUrl: string): Promise<number[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/faults`);
  const { items } = (await answer.json()) as { items: { id: number }[] };
  return items.map(({ id }) => id);
}
