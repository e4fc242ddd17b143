import { ALL_RULES } from './all-rules.js';
import type { AuditReport } from './report.js';

/** The report for a person: what was looked at, a table of the rules, then every violation and what to do about it. */
export function auditText({ startedAt, finishedAt, checked, rules, found, violations }: AuditReport): string {
  const width = Math.max(...rules.map(({ name }) => name.length));
  const looked = Object.entries(checked).map(([what, rows]) => `${rows} ${what}`);
  const broken = ALL_RULES.filter(({ name }) => rules.some((rule) => rule.name === name && rule.violations > 0));
  return [
    `Audit of ${startedAt} to ${finishedAt}`,
    `Looked at ${looked.join(', ')}.`,
    '',
    `${'rule'.padEnd(width)}  of        violations`,
    ...rules.map(({ name, invariant, violations: count }) =>
      [name.padEnd(width), invariant.padEnd(8), String(count).padStart(10)].join('  '),
    ),
    '',
    ...broken.flatMap(({ name, finds, costs, remedy }) => [
      `${name}: ${finds} ${costs}`,
      `  ${remedy}`,
      ...found.filter(({ rule }) => rule === name).map(({ subject, detail }) => `  ${subject}: ${detail}`),
      '',
    ]),
    violations === 0 ? 'Nothing is violated.' : `${violations} violations; docs/reliability.md says how to go on.`,
    '',
  ].join('\n');
}
