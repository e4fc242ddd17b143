import type { DrawnRequest } from './documented-requests.js';
import type { SchemaCheck } from '../docs/schema-check.js';
import type { Answered } from '../support/ask.js';

/** What is said about a URL or about HTTP itself, before any operation is found; one that names nothing is not found. */
const BEFORE_ANY_OPERATION = new Set([
  'not_found',
  'bad_request',
  'malformed_url',
  'route_not_found',
  'method_not_allowed',
  'path_too_long',
  'headers_too_large',
]);

const PROBLEM: object = { $ref: '#/components/schemas/Problem' };

/** Nothing of ours from inside: no statement, no stack, no file. */
const FROM_INSIDE = /SELECT |INSERT |node_modules|at \w+ \(/;

/** Why an answer is none that the document promises to this request; nothing when it is one. */
export function undocumented({ operation, strayed }: DrawnRequest, answer: Answered, check: SchemaCheck): string[] {
  const { status, headers, text } = answer;
  if (status >= 500) return [`answered ${status}`];
  if (FROM_INSIDE.test(text)) return ['tells what is inside'];
  const documented = operation.answers[status];
  if (status < 400) {
    if (!documented) return [`${status} is not documented`];
    return documented.schema ? check(documented.schema as object, JSON.parse(text)) : text === '' ? [] : ['has a body'];
  }
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8') return [`${headers['content-type']}`];
  const problem = JSON.parse(text) as { code: string; status: number; type: string };
  const { code } = problem;
  const isKnown = documented?.problems.includes(code) || (strayed && BEFORE_ANY_OPERATION.has(code));
  return [
    ...check(PROBLEM, problem),
    ...(isKnown ? [] : [`${status} ${code} is not documented`]),
    ...(problem.status === status && problem.type === `/docs/problems#${code}` ? [] : ['contradicts itself']),
  ];
}
