import { type Claim, claimsOf, type Told } from './claim.js';
import type { Findings } from '../findings.js';
import type { Ask, Moments } from '../moment.js';
import type { Rule } from '../rule.js';

export const ANSWER_UNTRUE: Rule = {
  name: 'answer.untrue',
  invariant: 'I4',
  finds: 'A final answer says something that is not so in the database, or not any more without a lawful reason.',
  costs: 'A customer relies on an order, a payment or a refund that does not exist.',
  remedy: 'What was promised decides: make it so by hand, or tell the customer.',
};

/** Answers that are read at once. */
const CHUNK = 500;

/** Each claim beside what is so. An order that was confirmed may have been cancelled since, by a cancel of its own. */
const UNTRUE = `
  SELECT c.place AS subject, format('%s %s: %s', c.says, c.id, so.is) AS detail
  FROM jsonb_to_recordset($1::jsonb) AS c(place text, tenant text, says text, id uuid, amount bigint, currency text)
  LEFT JOIN orders.orders o ON c.says LIKE 'order%' AND o.id = c.id AND o.tenant_id = c.tenant
  LEFT JOIN payments.payments p ON c.says LIKE 'payment%' AND p.id = c.id AND p.tenant_id = c.tenant
  LEFT JOIN payments.refunds r ON c.says LIKE 'refund%' AND r.id = c.id AND r.tenant_id = c.tenant
  CROSS JOIN LATERAL (SELECT
    coalesce(o.status, p.status, r.status, 'there is none') AS is,
    CASE c.says
      WHEN 'order exists' THEN o.id IS NOT NULL
      WHEN 'order confirmed' THEN o.status IN ('confirmed', 'cancelling', 'needs_attention') OR (o.status = 'cancelled'
        AND EXISTS (SELECT 1 FROM saga.sagas s
          WHERE s.definition = 'cancel-order' AND s.correlation_id = o.id AND s.status = 'completed'))
      WHEN 'order cancelled' THEN o.status = 'cancelled'
      WHEN 'order refused' THEN o.status = 'cancelled'
      WHEN 'payment captured' THEN p.captured = coalesce(c.amount, p.captured) AND p.captured > 0
      WHEN 'refund taken' THEN r.id IS NOT NULL END
      AND coalesce(o.total, p.amount, r.amount) = coalesce(c.amount, o.total, p.amount, r.amount)
      AND coalesce(o.currency, p.currency, r.currency) = coalesce(c.currency, o.currency, p.currency, r.currency)
      AS holds) AS so
  WHERE so.holds IS NOT TRUE`;

/** Which of these claims do not hold now. */
export async function findUntrue(ask: Ask, claims: readonly Claim[], findings: Findings): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ where: place, ...claim }) => ({ place, ...claim }));
  findings.add(ANSWER_UNTRUE, await ask(UNTRUE, [JSON.stringify(rows)]));
}

interface Stored {
  readonly id: string;
  readonly tenant: string;
  readonly operation: string;
  readonly status: number;
  readonly body: string;
}

/** Every stored answer is still so. */
export async function checkStoredAnswers(moments: Moments, findings: Findings): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000', more = true; more;) {
    const last = await moments.at(async (ask) => {
      const stored = await ask<Stored>(
        `SELECT id, tenant_id AS tenant, operation, status, body FROM idempotency.records
         WHERE id > $1::uuid AND state = 'decided' ORDER BY id LIMIT ${CHUNK}`,
        [after],
      );
      const told = stored.map((record): Told => ({ where: `record ${record.id}`, ...record }));
      await findUntrue(ask, claimsAmong(told, findings), findings);
      findings.checked('stored answers', stored.length);
      return stored.length === CHUNK ? stored.at(-1)!.id : undefined;
    });
    after = last ?? after;
    more = last !== undefined;
  }
}

/** What these answers claim; one that cannot be read at all is a finding by itself. */
export function claimsAmong(told: readonly Told[], findings: Findings): Claim[] {
  return told.flatMap((one) => {
    const claims = claimsOf(one);
    if (!claims) findings.add(ANSWER_UNTRUE, [{ subject: one.where, detail: 'its body is no JSON object' }]);
    return claims ?? [];
  });
}
