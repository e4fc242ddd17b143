import type { Refund } from './provider-control.js';
import type { Scene } from './scene.js';
import type { Served } from './served.js';
import { until } from './until.js';

/** Undecided sagas that still have work in the queue which is due within the test, and messages on their way. */
const BUSY = `
  SELECT (SELECT count(*) FROM saga.sagas WHERE status IN ('running', 'compensating')
            AND NOT EXISTS (SELECT 1 FROM saga.steps s WHERE s.saga_id = sagas.id AND s.status = 'unknown')) +
         (SELECT count(*) FROM graphile_worker._private_jobs WHERE run_at <= now() + interval '5 seconds') +
         (SELECT count(*) FROM messaging.outbox) +
         (SELECT count(*) FROM messaging.deliveries WHERE dead_at IS NULL) AS busy`;

/** Waits until no job is due and no saga is under way; sagas in doubt with a later look may remain. */
export const untilQuiet = (scene: Pick<Scene, 'rows'>, withinMs = 20_000): Promise<true> =>
  until(
    'the system is quiet',
    async () => {
      const [row] = await scene.rows<{ busy: string }>(BUSY);
      return Number(row?.busy) === 0 || undefined;
    },
    withinMs,
  ).then(() => true);

/** Every query lists violations: an empty answer is what holds. */
const VIOLATIONS: Record<string, string> = {
  'I1 refunds exceed the capture': `SELECT id FROM payments.payments WHERE refunded > captured`,
  'I2 captured money of an order that is neither confirmed nor refunded': `
    SELECT p.id FROM payments.payments p JOIN orders.orders o ON o.id = p.order_id
    JOIN saga.sagas s ON s.definition = 'place-order' AND s.correlation_id = o.id
    WHERE p.captured > 0 AND p.refunded < p.captured AND o.status NOT IN ('confirmed', 'needs_attention')
      AND s.attention IS NULL`,
  'I3 stock below what is reserved': `SELECT sku FROM inventory.stock WHERE reserved < 0 OR on_hand < reserved`,
  'I3 reserved is not the sum of active reservations': `
    SELECT s.sku FROM inventory.stock s WHERE s.reserved <>
      (SELECT coalesce(sum(quantity), 0) FROM inventory.reservations r WHERE r.sku = s.sku AND r.status = 'active')`,
  'I3 on hand is not the sum of its movements': `
    SELECT s.sku FROM inventory.stock s WHERE s.on_hand <>
      (SELECT coalesce(sum(delta), 0) FROM inventory.movements m WHERE m.sku = s.sku)`,
  'I3 sales do not match confirmed orders': `
    SELECT o.id FROM orders.orders o JOIN orders.order_lines l ON l.order_id = o.id
    LEFT JOIN inventory.reservations r ON r.order_id = o.id AND r.sku = l.sku
    WHERE o.status <> 'needs_attention'
      AND (o.status = 'confirmed') <> (coalesce(r.status, '') = 'sold' AND r.quantity = l.quantity)`,
  'I4 two sagas for one order': `SELECT correlation_id FROM saga.sagas GROUP BY definition, correlation_id HAVING count(*) > 1`,
  'I4 a decided saga whose caller has no answer': `
    SELECT r.id FROM idempotency.records r JOIN saga.sagas s ON s.id = r.saga_id
    WHERE r.state = 'processing' AND s.status IN ('completed', 'compensated')`,
  'I5 a saga that is neither terminal nor has a next attempt': `
    SELECT s.id FROM saga.sagas s WHERE s.status IN ('running', 'compensating')
      AND NOT EXISTS (SELECT 1 FROM graphile_worker._private_jobs j WHERE j.key LIKE s.id || ':%')`,
};

export interface InvariantOptions {
  readonly quietWithinMs?: number;
  /** Saga ids for which the test itself took money a second time: all but one capture must have gone back. */
  readonly surplus?: readonly string[];
}

/** The invariants I1–I7, once the system is quiet: against our tables and the provider's own books. */
export async function expectInvariants(
  scene: Scene,
  { quietWithinMs = 20_000, surplus = [] }: InvariantOptions = {},
): Promise<void> {
  await untilQuiet(scene, quietWithinMs);
  await untilProcessesAreWell(scene);
  const found: string[] = [];
  for (const [invariant, query] of Object.entries(VIOLATIONS)) {
    const rows = await scene.rows(query);
    if (rows.length > 0) found.push(`${invariant}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  found.push(...(await againstTheProvider(scene, surplus)), ...(await whatWasTold(scene)));
  expect(found).toEqual([]);
}

async function againstTheProvider(scene: Scene, surplus: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const { charges, refunds } = await scene.ledger();
  const confirmed = new Set(
    (await scene.rows<{ id: string }>(`SELECT id FROM orders.orders WHERE status = 'confirmed'`)).map(({ id }) => id),
  );
  const inDoubt = new Set(
    (
      await scene.rows<{ order_id: string }>(
        `SELECT order_id FROM payments.payments WHERE status NOT IN ('captured', 'refunded', 'declined', 'cancelled')
         UNION SELECT id FROM orders.orders WHERE status = 'needs_attention'`,
      )
    ).map((row) => row.order_id),
  );
  const givenBack = (id: string, counts = (_refund: Refund): boolean => true): number =>
    refunds
      .filter((refund) => refund.charge === id && refund.status !== 'failed' && counts(refund))
      .reduce((sum, refund) => sum + refund.amount, 0);
  // Money that somebody asked to give back leaves an order as it is (semantics 42).
  const asked = new Set(
    (
      await scene.rows<{ reference: string }>(
        `SELECT provider_reference AS reference FROM payments.refunds WHERE NOT owed AND provider_reference IS NOT NULL`,
      )
    ).map(({ reference }) => reference),
  );
  const undone = (id: string): number => givenBack(id, (refund) => !asked.has(refund.id));
  const isReversed = ({ id, amount, metadata }: (typeof charges)[number]): boolean =>
    surplus.includes(metadata['sagaId']!) && givenBack(id) === amount;
  const captures = charges.filter((charge) => charge.status === 'succeeded' && !isReversed(charge));
  for (const [orderId, same] of Map.groupBy(captures, (charge) => charge.metadata['orderId']!)) {
    if (same.length > 1) found.push(`I1 order ${orderId} was captured ${same.length} times`);
  }
  for (const charge of captures) {
    const back = givenBack(charge.id);
    const orderId = charge.metadata['orderId']!;
    if (back > charge.amount) found.push(`I1 ${charge.id} was refunded ${back} of ${charge.amount}`);
    if (!confirmed.has(orderId) && !inDoubt.has(orderId) && back !== charge.amount)
      found.push(`I2 ${charge.id} of order ${orderId} is kept without an order`);
    if (confirmed.has(orderId) && undone(charge.id) === charge.amount)
      found.push(`I2 confirmed order ${orderId} was undone`);
  }
  for (const id of confirmed) {
    const [payment] = await scene.rows(`SELECT 1 FROM orders.orders WHERE id = $1 AND total > 0`, [id]);
    if (payment && !captures.some((charge) => charge.metadata['orderId'] === id))
      found.push(`I2 confirmed order ${id} was never paid`);
  }
  return found;
}

/** I7: every process is ready, and its connections that commit are back in their pool. */
export async function untilProcessesAreWell(scene: Scene): Promise<void> {
  const processes = [...scene.services, ...scene.children.filter((child) => child.alive)];
  await Promise.all(processes.map(untilReady));
  await Promise.all(scene.services.map(untilPoolIsIdle));
}

/** A heartbeat that had to wait for a core is late for a moment; who stays unready is not well. */
const untilReady = ({ url }: { url: string }): Promise<true> =>
  until('I7 the instance is ready', async () => (await fetch(`${url}/health/ready`)).status === 200);

const untilPoolIsIdle = (service: Served): Promise<true> => until('I7 the writers are idle', service.isPoolIdle);

async function whatWasTold(scene: Scene): Promise<string[]> {
  const owned = await scene.rows<{ id: string; tenant_id: string }>(`
    SELECT id, tenant_id FROM orders.orders UNION ALL SELECT id, tenant_id FROM payments.payments
    UNION ALL SELECT id, tenant_id FROM idempotency.records`);
  const tenantOf = new Map(owned.map((row) => [row.id, row.tenant_id]));
  return [...scene.heard.differentFinals(), ...scene.heard.foreignIds(tenantOf)];
}
