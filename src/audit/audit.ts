import { ALL_RULES } from './all-rules.js';
import { checkStoredAnswers } from './answers/answers-hold.js';
import { Findings } from './findings.js';
import { checkHeard, HEARD_RULES } from './heard/check-heard.js';
import { mustBeReadable } from './heard/heard-answer.js';
import { Moments } from './moment.js';
import { checkProvider } from './provider/check-provider.js';
import { mustAnswer, type ProviderAccess } from './provider/provider-api.js';
import type { AuditReport } from './report.js';
import { TABLE_WALKS } from './rules/table-walks.js';
import { walkTable } from './walking.js';

/** What is younger than this, in ms, may be on its way: twice the time in which whatever was left alone is found. */
export const GRACE_MS = 2 * 60_000;

export interface AuditOptions {
  readonly databaseUrl: string;
  readonly provider: ProviderAccess;
  /** Ms of the past whose payments are compared with the provider's; all of them when absent. */
  readonly sinceMs?: number;
  /** A client's log, as JSON lines. */
  readonly heard?: string;
  readonly graceMs?: number;
  /** A minute unless said otherwise. */
  readonly statementTimeoutMs?: number;
  /** Told how far it is, for a person who waits. */
  readonly progress?: (rows: ReadonlyMap<string, number>) => void;
}

/**
 * Reads everything and believes nothing: the tables against each other, the answers against the tables, the provider's
 * books against ours. Writes nothing. Throws CouldNotCheck, or what the database throws, when it comes to no result.
 */
export async function audit({ graceMs = GRACE_MS, ...options }: AuditOptions): Promise<AuditReport> {
  const startedAt = new Date().toISOString();
  const findings = new Findings(options.progress ?? (() => undefined));
  const moments = await Moments.open(options.databaseUrl, options.statementTimeoutMs);
  try {
    if (options.heard !== undefined) await mustBeReadable(options.heard);
    await mustAnswer(options.provider);
    for (const walk of TABLE_WALKS) await walkTable(moments, walk, graceMs, findings);
    await checkStoredAnswers(moments, findings);
    await checkProvider(moments, { access: options.provider, sinceMs: options.sinceMs, graceMs }, findings);
    if (options.heard !== undefined) await checkHeard(moments, options.heard, findings);
  } finally {
    await moments.close();
  }
  const unheard = new Set(options.heard === undefined ? HEARD_RULES : []);
  const rules = ALL_RULES.filter((rule) => !unheard.has(rule)).map((rule) => ({
    name: rule.name,
    invariant: rule.invariant,
    violations: findings.countOf(rule),
  }));
  return {
    startedAt,
    finishedAt: new Date().toISOString(),
    violations: rules.reduce((sum, { violations }) => sum + violations, 0),
    checked: findings.checkedRows,
    rules,
    found: findings.violations,
  };
}
