import type { Scene } from './scene.js';
import { sent } from './sent.js';
import { until } from './until.js';

/**
 * The instances here declare a silent one dead after this long; it has to be recovered from within two of them. A
 * recovery begins after one and a half of them at the latest: the other half has to hold what a start of work costs on a
 * machine whose two cores are taken.
 */
export const LEASE_MS = 3_000;

/** Environment of an instance that may be killed: a short lease, and a provider call that outlasts any test. */
export const KILLABLE = { LEASE: `${LEASE_MS}ms`, PSP_TIMEOUT: '20s' };

export interface LeftOrder {
  readonly id: string;
  readonly sagaId: string;
}

/** The order behind a key, read from the database: nobody asks the service. */
export async function orderOf(scene: Scene, key: string): Promise<LeftOrder> {
  const { saga_id: sagaId } = await scene.claimed(key);
  const [order] = await scene.rows<{ id: string }>('SELECT id FROM orders.orders WHERE saga_id = $1', [sagaId]);
  return { id: order!.id, sagaId: sagaId! };
}

/** Waits, without any request, until an order has come to its end; fails when it takes longer than two leases. */
export async function untilEnded(scene: Scene, { id }: LeftOrder): Promise<string> {
  const ended = async (): Promise<string | undefined> => {
    const [order] = await scene.rows<{ status: string }>('SELECT status FROM orders.orders WHERE id = $1', [id]);
    return ['confirmed', 'cancelled'].includes(order!.status) ? order!.status : undefined;
  };
  return until(`order ${id} has ended`, ended, 2 * LEASE_MS);
}

/** As `placeAndLeave`, from an instance that may be gone before it has answered. */
export async function placeAndLose(scene: Scene, key: string, order: object): Promise<LeftOrder> {
  void sent(scene.place(order, { key }).set('Prefer', 'respond-async')).catch(() => undefined);
  return orderOf(scene, key);
}

/** Accepts an order and lets the caller leave at once. */
export async function placeAndLeave(scene: Scene, key: string, order: object): Promise<LeftOrder> {
  const { status } = await scene.place(order, { key }).set('Prefer', 'respond-async');
  expect(status).toBe(202);
  return orderOf(scene, key);
}
