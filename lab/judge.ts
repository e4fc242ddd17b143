import type { Tally } from './clients/tally.js';
import type { Rest } from './come-to-rest.js';
import type { FaultRecord } from './faults/fault-record.js';
import type { Kill } from './faults/process-faults.js';
import type { Options } from './options.js';
import { readLeftOpen } from './readings/left-open.js';
import { readProblems } from './readings/problems.js';
import { quietAfterMs } from './readings/quiet.js';
import { readRecoveries } from './readings/recoveries.js';
import type { Watches } from './readings/watches.js';
import type { LabReport } from './report/lab-report.js';
import { ownFindings } from './own-findings.js';
import { LEASE_MS, type Stage } from './stack/stage.js';
import { audit } from '../src/audit/audit.js';

/** What a run has left behind. */
export interface Evidence {
  readonly stage: Stage;
  readonly tally: Tally;
  readonly record: FaultRecord;
  readonly watches: Watches;
  readonly kills: readonly Kill[];
  readonly heardFile: string;
}

export interface Course {
  readonly options: Options;
  readonly planned: number;
  readonly startedAt: string;
  /** In which clients asked. */
  readonly seconds: number;
  readonly rest: Rest;
}

const PROVIDER_TIMEOUT_MS = 10_000;

const ORDERS = `
  SELECT count(*)::int AS made, count(*) FILTER (WHERE status = 'confirmed')::int AS confirmed FROM orders.orders`;

/** The report of a run that has come to rest: its figures, and what the audit finds, without any grace. */
export async function judge(evidence: Evidence, course: Course): Promise<LabReport> {
  const { stage, tally, record, watches, kills, heardFile } = evidence;
  const { options, seconds, startedAt, planned, rest } = course;
  const { looks, database, providerUrl, instances, post } = stage;
  const audited = await audit({
    databaseUrl: database.url,
    provider: { name: 'sandbox', baseUrl: providerUrl, secretKey: 'sk_test', timeoutMs: PROVIDER_TIMEOUT_MS },
    graceMs: 0,
    heard: heardFile,
  });
  const [orders] = await looks.rows<{ made: number; confirmed: number }>(ORDERS);
  // Whoever has died since the last look is not missed either.
  for (const instance of instances) instance.noteDeath();
  const lastWords = instances.flatMap(({ deaths, gaveUpWith }) => [
    ...deaths,
    ...(gaveUpWith === undefined ? [] : [gaveUpWith]),
  ]);
  const checked = Object.values(audited.checked).reduce((sum, rows) => sum + rows, 0);
  const shown = { confirmed: orders!.confirmed, injected: record.injected.length, checked };
  const ours = ownFindings({ tally, rest, post: post.record, lastWords, shown });
  const moments = kills.map(({ at }) => at);
  return {
    seed: options.seed,
    minutes: options.durationMs / 60_000,
    instances: options.instances,
    leaseMs: LEASE_MS,
    startedAt,
    orders: {
      asked: tally.orders,
      made: orders!.made,
      confirmed: orders!.confirmed,
      perSecond: orders!.made / seconds,
      answeredAfterMs: tally.orderTimes.summary,
    },
    requests: rest.requests,
    problems: await readProblems(looks),
    webhooks: post.record.figures,
    operatorActs: tally.acts,
    faults: { planned, injected: record.injected.length, byKind: record.byKind },
    stopped: rest.stopped,
    recoveryMs: await readRecoveries(looks, moments, watches.inFlight.everInDoubt),
    memory: watches.memory.lives,
    mostMemoryMb: watches.memory.mostMb,
    quietByItselfAfterMs: quietAfterMs(rest.byItself),
    reconciled: rest.reconciled,
    handedToOperator: rest.handed,
    quietAfterMs: quietAfterMs(rest.first),
    leftOpen: await readLeftOpen(looks),
    startsThatFailed: instances.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
    diedByThemselves: lastWords.length,
    checked: audited.checked,
    violations: audited.violations + ours.length,
    found: [...audited.found, ...ours],
  };
}
