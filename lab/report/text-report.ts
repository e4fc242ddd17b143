import { figuresOf } from './figures.js';
import type { LabReport } from './lab-report.js';

/** The report for a person at a terminal. */
export function textReport(report: LabReport): string {
  const figures = figuresOf(report);
  const width = Math.max(...figures.map(([name]) => name.length));
  const { found, violations } = report;
  return [
    ...figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    ...found.map(({ rule, subject, detail }) => `${rule}  ${subject}: ${detail}`),
    violations === 0 ? 'Nothing is violated.' : `${violations} violations.`,
    '',
  ].join('\n');
}
