import type pg from 'pg';

/** Messages per statement, as the service's relay takes them. */
const AT_ONCE = 500;

/**
 * Every message leaves the outbox in one statement; those that the timeline of an order tells are noted as consumed and
 * become a line of it.
 */
const RELAY = `
  WITH taken AS (
    DELETE FROM messaging.outbox
    WHERE position IN (SELECT position FROM messaging.outbox ORDER BY position LIMIT ${AT_ONCE}) RETURNING *
  ), heard AS MATERIALIZED (
    SELECT * FROM taken JOIN (VALUES ('orders.order-placed', NULL, 'The order set out.'),
      ('orders.order-confirmed', 'order.confirm', 'The order is confirmed.')) AS line(name, step, detail) USING (name)
  ), noted AS (
    INSERT INTO messaging.consumptions (consumer, message_id) SELECT 'orders.timeline', id FROM heard
  ), told AS (
    INSERT INTO orders.timeline (order_id, message_id, tenant_id, at, kind, step, detail)
    SELECT aggregate_id, id, tenant_id, created_at, 'fact', step, detail FROM heard
  )
  SELECT count(*)::int AS taken FROM taken`;

/** Carries messages on beside the orders; nobody waits for it. */
export class RelayLoop {
  private readonly client: pg.Client;
  private running = false;
  private wanted = false;

  constructor(client: pg.Client) {
    this.client = client;
  }

  /** There are new messages: also when the look that is under way has not seen them. */
  wake(): void {
    this.wanted = true;
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    while (this.wanted) {
      this.wanted = false;
      while ((await this.take()) > 0);
    }
    this.running = false;
  }

  private async take(): Promise<number> {
    const { rows } = await this.client.query<{ taken: number }>({ name: 'relay', text: RELAY });
    return rows[0]!.taken;
  }
}
