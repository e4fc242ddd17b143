import type { Walk } from '../rule.js';

/** A notice that nobody acts on is decided as it comes in, in the same moment; it is never consumed. */
const WAS_CONSUMED = `i.status IN ('applied', 'ignored') AND i.decided_at > i.received_at`;

/** What others told us: applied once, marked as such, and never forgotten. */
export const inboxRules: Walk = {
  table: 'messaging.inbox',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'notice.unmarked',
      invariant: 'messages',
      finds: 'A notice was applied, and is not marked as consumed.',
      costs: 'It could take effect a second time.',
      remedy: 'Look for who wrote or deleted rows of messaging.consumptions by hand.',
      sql: `
        SELECT i.id AS subject, format('%s is %s', i.event_id, i.status) AS detail FROM chunk i
        WHERE ${WAS_CONSUMED} AND i.received_at > now() - interval '6 days' AND NOT EXISTS (
          SELECT 1 FROM messaging.consumptions c WHERE c.consumer = 'payments' AND c.message_id = i.id)`,
    },
    {
      name: 'notice.marked-only',
      invariant: 'messages',
      finds: 'A notice is marked as consumed, and was not applied.',
      costs: 'What the provider told us never takes effect.',
      remedy: 'Run the reconciliation; what the provider says is right.',
      sql: `
        SELECT i.id AS subject, format('%s is %s', i.event_id, i.status) AS detail FROM chunk i
        WHERE i.status IN ('received', 'parked') AND EXISTS (
          SELECT 1 FROM messaging.consumptions c WHERE c.consumer = 'payments' AND c.message_id = i.id)`,
    },
    {
      name: 'notice.left-alone',
      invariant: 'I5',
      finds: 'A notice was acknowledged, and no job will apply it.',
      costs: 'What the provider told us never takes effect.',
      remedy: 'Start a worker: it gives such notices a job. If one runs, its log says why it cannot.',
      sql: `
        SELECT i.id AS subject, format('%s is %s', i.event_id, i.status) AS detail FROM chunk i
        WHERE i.status = 'received' AND i.received_at < (SELECT at FROM settled)
          AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE starts_with(j.key, i.id || ':apply'))`,
    },
    {
      name: 'notice.twice',
      invariant: 'messages',
      finds: 'One event of the provider was taken in twice.',
      costs: 'It may have taken effect twice.',
      remedy: 'Compare what both were applied to.',
      sql: `
        SELECT i.id AS subject, format('%s, and %s', i.event_id, x.id) AS detail
        FROM chunk i JOIN messaging.inbox x
          ON x.provider = i.provider AND x.account = i.account AND x.event_id = i.event_id AND x.id <> i.id`,
    },
  ],
};

/** What is on its way to consumers: tables that are nearly empty while all is well. */
export const deliveryRules: Walk = {
  table: 'messaging.deliveries',
  rules: [
    {
      name: 'event.not-sent',
      invariant: 'messages',
      finds: 'An event lies in the outbox, and nobody takes it to its consumers.',
      costs: 'Nobody hears what happens to the orders.',
      remedy: 'Start a worker; if one runs, its log says why it cannot.',
      sql: `
        SELECT id AS subject, format('%s of %s', name, aggregate_id) AS detail FROM messaging.outbox
        WHERE created_at < (SELECT at FROM settled)`,
    },
    {
      name: 'event.dead',
      invariant: 'messages',
      finds: 'A consumer has failed at an event for the last time; later ones of its order wait behind it.',
      costs: 'The consumer does not hear what happens to this order any more.',
      remedy: 'Read the error, mend the consumer, then deliver it again.',
      sql: `
        SELECT message_id AS subject, format('%s to %s: %s', name, consumer, left(error, 200)) AS detail
        FROM messaging.deliveries WHERE dead_at IS NOT NULL`,
    },
    {
      name: 'event.marked-only',
      invariant: 'messages',
      finds: 'An event is marked as consumed by the timeline, which has no line of it.',
      costs: 'The event has had no effect, and never will.',
      remedy: 'Look for who wrote rows of messaging.consumptions or deleted lines of orders.timeline by hand.',
      sql: `
        SELECT c.message_id AS subject, format('consumed at %s', c.consumed_at) AS detail FROM messaging.consumptions c
        WHERE c.consumer = 'orders.timeline'
          AND NOT EXISTS (SELECT 1 FROM orders.timeline t WHERE t.message_id = c.message_id)`,
    },
  ],
};
