import type { Walk } from '../rule.js';

/** Keys and their answers against the flows that decide them. */
export const answerRules: Walk = {
  table: 'idempotency.records',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'answer.missing',
      invariant: 'I4',
      finds: 'A flow is over, and its caller still gets 202.',
      costs: 'The caller never learns what became of the order.',
      remedy: 'Tell him; the order itself is right.',
      sql: `
        SELECT r.id AS subject, format('%s of flow %s, which is %s', r.operation, s.id, s.status) AS detail
        FROM chunk r JOIN saga.sagas s ON s.id = r.saga_id
        WHERE r.state = 'processing' AND s.status IN ('completed', 'compensated')`,
    },
    {
      name: 'answer.too-early',
      invariant: 'I4',
      finds: 'A caller has a final answer, and the flow that it is about is not over.',
      costs: 'The caller was told what may turn out otherwise.',
      remedy: 'Wait for the flow; if it ends otherwise than answered, tell the caller.',
      sql: `
        SELECT r.id AS subject, format('%s with %s, flow %s is %s', r.operation, r.status, s.id, s.status) AS detail
        FROM chunk r JOIN saga.sagas s ON s.id = r.saga_id
        WHERE r.state = 'decided' AND s.status IN ('running', 'compensating')`,
    },
    {
      name: 'answer.never',
      invariant: 'I5',
      finds: 'A key waits for an answer that nothing will give.',
      costs: 'The caller gets 202 for ever, and cannot use the key again.',
      remedy: 'Find out what the request was to do; do it under another key.',
      sql: `
        SELECT r.id AS subject, format('%s, flow %s', r.operation, coalesce(r.saga_id::text, 'none')) AS detail FROM chunk r
        WHERE r.state = 'processing' AND r.created_at < (SELECT at FROM settled)
          AND NOT EXISTS (SELECT 1 FROM saga.sagas s WHERE s.id = r.saga_id)`,
    },
    {
      name: 'answer.two-for-one-key',
      invariant: 'I4',
      finds: 'One key of one tenant and operation has two records.',
      costs: 'A request that was sent twice may have been carried out twice.',
      remedy: 'Compare what both have made; undo the younger.',
      sql: `
        SELECT r.id AS subject, format('%s of %s, and %s', r.operation, r.tenant_id, x.id) AS detail
        FROM chunk r JOIN idempotency.records x
          ON x.tenant_id = r.tenant_id AND x.operation = r.operation AND x.key = r.key AND x.id <> r.id`,
    },
    {
      name: 'answer.of-another-tenant',
      invariant: 'I6',
      finds: 'A key of one tenant leads to the flow of another.',
      costs: 'Somebody reads the orders of somebody else.',
      remedy: 'Treat it as a leak of data.',
      sql: `
        SELECT r.id AS subject, format('record of %s, flow of %s', r.tenant_id, s.tenant_id) AS detail
        FROM chunk r JOIN saga.sagas s ON s.id = r.saga_id
        WHERE s.tenant_id <> r.tenant_id`,
    },
  ],
};
