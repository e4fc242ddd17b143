import { type HeardAnswer, readHeard } from './heard-answer.js';
import { claimsAmong, findUntrue } from '../answers/answers-hold.js';
import type { Findings } from '../findings.js';
import type { Ask, Moments } from '../moment.js';
import type { Rule } from '../rule.js';

const ANSWER_CHANGED: Rule = {
  name: 'answer.changed',
  invariant: 'I4',
  finds: 'One key was answered finally in two ways, or otherwise than the answer that is stored for it.',
  costs: 'A client that asks twice acts on two different results.',
  remedy: 'The stored answer and the order decide; tell the client.',
};

const ANSWER_LEAKS: Rule = {
  name: 'answer.leaks',
  invariant: 'I6',
  finds: 'An answer names something of another tenant that its caller had not named.',
  costs: 'Somebody reads the orders of somebody else.',
  remedy: 'Treat it as a leak of data.',
};

/** Everything that needs the log of a client. */
export const HEARD_RULES: readonly Rule[] = [ANSWER_CHANGED, ANSWER_LEAKS];

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Lines that are looked at in one moment. */
const CHUNK = 500;

/** Statuses that store nothing, so that a later answer may differ (semantics 9). */
const STORES_NOTHING = new Set([202, 400, 401, 403, 404, 412, 413, 415, 429, 503]);
/** About the key, not about what it was used for. */
const ABOUT_THE_KEY = /"code":"idempotency_key_(reused|in_use|expired)"/;

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/orders$/, 'orders.place'],
  [/^\/api\/orders\/(confirm|[0-9a-f-]{36}\/confirm)$/, 'orders.confirm'],
  [/^\/api\/orders\/[0-9a-f-]{36}\/cancel$/, 'orders.cancel'],
  [/^\/api\/payments$/, 'payments.create'],
  [/^\/api\/payments\/[0-9a-f-]{36}\/refunds$/, 'payments.refund'],
  [/^\/api\/inventory\/[^/]+\/adjustments$/, 'inventory.adjust'],
];

const operationOf = ({ method, path }: HeardAnswer): string | undefined =>
  method.toUpperCase() === 'POST' ? ROUTES.find(([route]) => route.test(path.split('?')[0]!))?.[1] : undefined;

interface Final extends HeardAnswer {
  readonly operation: string;
}

/** What a client has heard: true in the database, the same for each key, and nothing of another tenant. */
export async function checkHeard(moments: Moments, file: string, findings: Findings): Promise<void> {
  const finals = new Map<string, { line: number; said: string }>();
  let chunk: HeardAnswer[] = [];
  const look = async (): Promise<void> => {
    const heard = chunk;
    chunk = [];
    await moments.at((ask) => checkSome(ask, heard, finals, findings));
    findings.checked('answers that a client heard', heard.length);
  };
  for await (const answer of readHeard(file)) {
    chunk.push(answer);
    if (chunk.length === CHUNK) await look();
  }
  await look();
}

async function checkSome(
  ask: Ask,
  heard: readonly HeardAnswer[],
  finals: Map<string, { line: number; said: string }>,
  findings: Findings,
): Promise<void> {
  const decided = heard.flatMap((answer): Final[] => {
    const operation = operationOf(answer);
    const isFinal = operation && !STORES_NOTHING.has(answer.status) && !ABOUT_THE_KEY.test(answer.body);
    return isFinal && answer.key !== undefined ? [{ ...answer, operation }] : [];
  });
  for (const { line, tenant, operation, key, status, body } of decided) {
    const identity = JSON.stringify([tenant, operation, key]);
    const said = JSON.stringify([status, body]);
    const first = finals.get(identity);
    if (!first) finals.set(identity, { line, said });
    else if (first.said !== said)
      findings.add(ANSWER_CHANGED, [
        { subject: `line ${line}`, detail: `${operation}, otherwise than line ${first.line}` },
      ]);
  }
  await compareWithStored(ask, decided, findings);
  const told = decided.map((answer) => ({ where: `line ${answer.line}`, ...answer }));
  await findUntrue(ask, claimsAmong(told, findings), findings);
  await findLeaks(ask, heard, findings);
}

/** Keys of operators are kept apart from those of a client by the same name: their records are of `operator:<name>`. */
async function compareWithStored(ask: Ask, decided: readonly Final[], findings: Findings): Promise<void> {
  const asked = decided.map(({ line, tenant, operation, key, status, body }) => ({
    line,
    tenant,
    operation,
    key,
    status,
    body,
  }));
  const found = await ask<{ subject: string; detail: string }>(
    `SELECT 'line ' || h.line AS subject, format('%s, otherwise than record %s', h.operation, r.id) AS detail
     FROM jsonb_to_recordset($1::jsonb) AS h(line int, tenant text, operation text, key text, status int, body text)
     JOIN idempotency.records r ON r.tenant_id IN (h.tenant, 'operator:' || h.tenant) AND r.operation = h.operation AND r.key = h.key
     WHERE r.state = 'decided' AND (r.status <> h.status OR r.body <> h.body)`,
    [JSON.stringify(asked)],
  );
  findings.add(ANSWER_CHANGED, found);
}

async function findLeaks(ask: Ask, heard: readonly HeardAnswer[], findings: Findings): Promise<void> {
  const named = heard.flatMap(({ line, tenant, path, sent = '', body }) =>
    [...new Set(body.match(UUIDS))]
      .filter((id) => !path.includes(id) && !sent.includes(id))
      .map((id) => ({ line, tenant, id })),
  );
  const found = await ask<{ subject: string; detail: string }>(
    `SELECT 'line ' || h.line AS subject, format('%s was told %s of %s', h.tenant, h.id, t.tenant_id) AS detail
     FROM jsonb_to_recordset($1::jsonb) AS h(line int, tenant text, id uuid)
     JOIN LATERAL (
       SELECT tenant_id FROM orders.orders WHERE id = h.id UNION ALL
       SELECT tenant_id FROM payments.payments WHERE id = h.id UNION ALL
       SELECT tenant_id FROM idempotency.records WHERE id = h.id) AS t ON t.tenant_id NOT IN (h.tenant, 'operator:' || h.tenant)`,
    [JSON.stringify(named)],
  );
  findings.add(ANSWER_LEAKS, found);
}
