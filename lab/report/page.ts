import { figuresOf } from './figures.js';
import { exitCodeOf, type LabReport, type Timeline } from './lab-report.js';
import { timelineDrawing } from './timeline-drawing.js';
import { svgText as text } from '../../bench/report/svg-text.ts';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1f2933; --paper: #ffffff; --faint: #6b7785; --line: #d5dbe1;
    --fault: #b42318; --flight: #7fb5e6; --doubt: #1d5f9e; --well: #127a5b; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --paper: #14181d; --faint: #98a4b1; --line: #333c46;
    --fault: #ff8a7a; --flight: #2f5d86; --doubt: #8fc7ff; --well: #5fd0a8; } }
  body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1120px;
    margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
  th { font-weight: 600; white-space: nowrap; } td { overflow-wrap: anywhere; }
  .well { color: var(--well); } .wrong { color: var(--fault); }
  svg { width: 100%; height: auto; }
  .name { font-size: 11px; fill: var(--faint); }
  .fault { stroke: var(--fault); stroke-width: 1.5; fill: none; }
  .flight { fill: var(--flight); } .doubt { fill: var(--doubt); }
  .axis { stroke: var(--faint); fill: none; } .end { stroke: var(--well); stroke-dasharray: 4 4; fill: none; }`;

/** A run as one file that needs nothing else: no script, no network. */
export function page(report: LabReport, timeline: Timeline): string {
  const { found, violations, seed, startedAt } = report;
  const verdict =
    exitCodeOf(report) === 0
      ? '<p class="well">Nothing is violated.</p>'
      : `<p class="wrong">${violations} violations.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ichido lab, seed ${seed}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>Lab run of ${text(startedAt)}, seed ${seed}</h1>
${verdict}
${timelineDrawing(timeline)}
<h2>Figures</h2>
${table(figuresOf(report))}
${found.length === 0 ? '' : `<h2>Found</h2>\n${table(found.map((one) => [one.rule, `${one.subject}: ${one.detail}`]))}`}
</body>
</html>
`;
}

const table = (rows: readonly (readonly [string, string])[]): string =>
  `<table>\n${rows.map(([name, value]) => `<tr><th scope="row">${text(name)}</th><td>${text(value)}</td></tr>`).join('\n')}\n</table>`;
