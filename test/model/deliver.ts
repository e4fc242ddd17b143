import { decide } from './decide.js';
import { aboutTheKey, expectKept, expectOutcome } from './expectations.js';
import type { Premises } from './premises.js';
import type { InTheAir, Kept, Outcome, Shop } from './shop.js';
import type { Wanted } from './wanted.js';
import type { Wish } from './wish.js';
import type { Response } from 'supertest';

/** How a request is made. Struck: whoever works at it is killed at the nth word, and it is sent once more. */
export type How = 'once' | 'twice at once' | 'without waiting' | { readonly struckAt: number };

export interface Delivery {
  readonly wish: Wish;
  readonly wanted: Wanted;
  /** As it is sent. */
  readonly key: string;
  readonly how: How;
}

export const identityOf = ({ as, operation }: Wanted, key: string): string => `${as} ${operation} ${key}`;

export const keptOf = (shop: Readonly<Shop>, wanted: Wanted, key: string): Kept | undefined =>
  shop.keys.get(identityOf(wanted, key));

/** A key that made nothing is free again when its answer is forgotten. */
export const isFree = (known: Kept | undefined): boolean => !known || (known.expired && !known.outcome.makes);

/** Why a key is refused that stands for something already; undefined when its answer is told again. */
function refusalOf(known: Kept, { meaning }: Wanted): Outcome | undefined {
  if (known.expired) return aboutTheKey('idempotency_key_expired');
  return known.wanted.meaning === meaning ? undefined : aboutTheKey('idempotency_key_reused');
}

/** Sends it, lets the model decide or remember, and expects of every answer what the model says. */
export async function deliver(shop: Shop, premises: Premises, delivery: Delivery): Promise<void> {
  const { wish, wanted, key, how } = delivery;
  const known = keptOf(shop, wanted, key);
  if (known && !isFree(known)) return repeat(shop, known, premises, delivery);
  const kept: Kept = { key, wish, wanted, outcome: decide(shop, wish), expired: false };
  shop.keys.set(identityOf(wanted, key), kept);
  const answers = await send(premises, delivery);
  const [accepted] = answers;
  if (how === 'without waiting' && accepted?.status === 202) {
    if (kept.outcome.order && wish.is !== 'cancel') {
      shop.inTheAir = await inTheAir(kept, accepted, premises);
      return;
    }
    answers[0] = await premises.conversation.final(accepted, wanted, key);
  }
  for (const answer of answers) expectKept(answer, kept);
}

async function repeat(shop: Shop, known: Kept, premises: Premises, delivery: Delivery): Promise<void> {
  const refusal = refusalOf(known, delivery.wanted);
  const mayWait = known === shop.inTheAir?.kept;
  for (const answer of await send(premises, delivery)) {
    if (refusal) expectOutcome(answer, refusal);
    else if (!(mayWait && answer.status === 202)) expectReplayed(answer, known);
  }
}

function expectReplayed(answer: Response, known: Kept): void {
  expectKept(answer, known);
  expect(answer.headers['idempotent-replayed']).toBe('true');
}

/** The final answers; only one that nobody waited for may be 202. */
async function send(premises: Premises, { wanted, key, how }: Delivery): Promise<Response[]> {
  const { conversation } = premises;
  const final = async (): Promise<Response> => conversation.final(await conversation.post(wanted, key), wanted, key);
  if (how === 'once') return [await final()];
  if (how === 'twice at once') return Promise.all([final(), final()]);
  if (how === 'without waiting') return [await conversation.post(wanted, key, false)];
  const struck = premises.strikeAt(how.struckAt);
  const first = conversation.post(wanted, key).catch(() => undefined);
  const victim = await Promise.race([struck, first.then(() => undefined)]);
  await (victim ? victim.service.kill() : premises.killOldest());
  await premises.afterADeath();
  const heard = await first;
  return [...(heard && heard.status !== 202 ? [heard] : []), await final()];
}

/** The order is on its way; only the database knows yet which one it is. */
async function inTheAir(kept: Kept, accepted: Response, { scene }: Premises): Promise<InTheAir> {
  const { order } = kept.outcome;
  const [row] = await scene.rows<{ id: string }>(
    `SELECT o.id FROM idempotency.records r JOIN orders.orders o ON o.saga_id = r.saga_id
     WHERE (r.tenant_id, r.operation, r.key) = ($1, $2, $3)`,
    [kept.wanted.as, kept.wanted.operation, kept.key],
  );
  order!.id = row!.id;
  return { kept, order: order!, accepted, blows: 0 };
}
