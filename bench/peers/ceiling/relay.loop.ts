import type pg from 'pg';

/** Messages per statement, as the service's relay takes them. */
const AT_ONCE = 500;

/** Every message leaves the outbox, is noted as consumed, and becomes a line of the order's timeline: one statement. */
const RELAY = `
  WITH taken AS (
    DELETE FROM messaging.outbox
    WHERE position IN (SELECT position FROM messaging.outbox ORDER BY position LIMIT ${AT_ONCE}) RETURNING *
  ), noted AS (
    INSERT INTO messaging.consumptions (consumer, message_id) SELECT 'order-timeline', id FROM taken
  ), told AS (
    INSERT INTO orders.timeline (order_id, message_id, tenant_id, at, kind, step, detail)
    SELECT aggregate_id, id, tenant_id, created_at, 'fact', NULL, name FROM taken
  )
  SELECT count(*)::int AS taken FROM taken`;

/** Carries messages on beside the orders; nobody waits for it. */
export class RelayLoop {
  private readonly client: pg.Client;
  private running = false;

  constructor(client: pg.Client) {
    this.client = client;
  }

  /** There are new messages. */
  wake(): void {
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    for (let taken = AT_ONCE; taken > 0;) {
      const { rows } = await this.client.query<{ taken: number }>({ name: 'relay', text: RELAY });
      taken = rows[0]!.taken;
    }
    this.running = false;
  }
}
