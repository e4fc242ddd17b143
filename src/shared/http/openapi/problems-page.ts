import type { ProblemMeaning, ProblemMeanings } from './problem-meaning.js';
import { problemBody } from '../problem.js';
import { STATUS_CODES } from 'node:http';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  code { font: 0.95em ui-monospace, monospace; }
  h2 { margin: 2.5rem 0 0; }
  section { border-top: 1px solid #8884; padding-top: 0.5rem; }
  section:target { outline: 2px solid #58f; outline-offset: 0.5rem; }
  dt { font-weight: 600; margin-top: 0.4rem; }
  dd { margin: 0; }`;

/** The page every problem's `type` leads to: one section per code, by status; plain HTML without a script. */
export function problemsPage(problems: ProblemMeanings): string {
  const byStatus = Map.groupBy(Object.entries(problems), ([, { status }]) => status);
  const statuses = [...byStatus.keys()].toSorted((a, b) => a - b);
  const sections = statuses.map((status) => {
    const entries = byStatus.get(status)!.map(([code, meaning]) => section(code, meaning));
    return `<h2>${status} ${html(STATUS_CODES[status] ?? '')}</h2>\n${entries.join('\n')}`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>Problems</h1>
<p>Every refusal is an <code>application/problem+json</code> document (RFC 9457). Programs branch on its
<code>code</code>; its <code>type</code> leads here. On routes with an <code>Idempotency-Key</code>, <code>retry</code>
says with which key to try again. The routes are described in <a href="/docs">/docs</a>.</p>
${sections.join('\n')}
</body>
</html>
`;
}

function section(code: string, problem: ProblemMeaning): string {
  const { status, detail, meaning, remedy } = problem;
  const { title } = problemBody({ status, code, detail }, { path: '', traceId: '' });
  return `<section id="${html(code)}">
<h3><code>${html(code)}</code> ${html(title)}</h3>
<dl>
<dt>What it means</dt><dd>${html(meaning)}</dd>
<dt>What to do</dt><dd>${html(remedy)}</dd>
<dt>Retry</dt><dd>${html(retryOf(problem))}</dd>
</dl>
</section>`;
}

function retryOf({ retry = 'same-key', retryOn = {} }: ProblemMeaning): string {
  const elsewhere = Object.entries(retryOn).map(([operation, advice]) => `; \`${advice}\` on \`${operation}\``);
  return `\`${retry}\`${elsewhere.join('')}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML; what stands between backticks as code. */
const html = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character]!).replace(/`([^`]*)`/g, '<code>$1</code>');
