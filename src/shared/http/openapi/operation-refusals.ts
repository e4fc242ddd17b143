import type { ProblemMeanings } from './problem-meaning.js';
import { ProblemResponse } from './problem.response.js';
import { headers, type ResponseHeader } from './response-headers.js';
import { PROBLEM_MEDIA_TYPE, problemBody } from '../problem.js';
import { getSchemaPath, type ContentObject, type OperationObject, type ResponseObject } from '@nestjs/swagger';

/** Headers that a status brings with it. */
const HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

const ID = '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Adds one answer per status for these codes, with an example of each and what to do about it. */
export function documentRefusals(
  operation: OperationObject,
  codes: readonly string[],
  path: string,
  problems: ProblemMeanings,
): void {
  const instance = examplePath(path, operation);
  const unexplained = codes.find((code) => !(code in problems));
  if (unexplained) throw new Error(`the documentation names the problem ${unexplained}, which nobody explains`);
  // In the order of the table, which tells what happens often before what happens rarely.
  const known = Object.keys(problems).filter((code) => codes.includes(code));
  const byStatus = Map.groupBy(known, (code) => problems[code]!.status);
  for (const [status, same] of byStatus) {
    const told = same.map((code) => `- \`${code}\`: ${problems[code]!.meaning} ${problems[code]!.remedy}`);
    const response: ResponseObject = {
      description: told.join('\n'),
      headers: headers(...(HEADERS[status] ?? [])),
      content: {
        [PROBLEM_MEDIA_TYPE]: {
          schema: { $ref: getSchemaPath(ProblemResponse) },
          examples: Object.fromEntries(same.map((code) => [code, exampleOf(code, instance, problems)])),
        },
      },
    };
    operation.responses[status] = merged(operation.responses[status] as ResponseObject | undefined, response);
  }
}

/** The path with an example in place of each parameter; an id where there is none. */
function examplePath(path: string, { parameters = [] }: OperationObject): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => 'name' in one && one.name === name);
    const schema = parameter && 'schema' in parameter ? parameter.schema : undefined;
    return schema && 'example' in schema ? `${schema.example}` : ID;
  });
}

/** A status that is also an answer of another kind keeps both. */
const merged = (known: ResponseObject | undefined, added: ResponseObject): ResponseObject =>
  known
    ? {
        description: `${known.description}\n${added.description}`,
        headers: { ...known.headers, ...added.headers },
        content: mergedContent(known.content, added.content),
      }
    : added;

/** Of one media type the examples add up: several rules may each know a refusal of one status. */
function mergedContent(known: ContentObject = {}, added: ContentObject = {}): ContentObject {
  const both = Object.entries(added).map(([type, media]) => {
    const examples = { ...known[type]?.examples, ...media.examples };
    return [type, { ...known[type], ...media, examples }];
  });
  return { ...known, ...(Object.fromEntries(both) as ContentObject) };
}

function exampleOf(code: string, path: string, problems: ProblemMeanings): { summary: string; value: object } {
  const { status, detail, errors } = problems[code]!;
  const value = problemBody({ status, code, detail, errors }, { path, traceId: TRACE_ID });
  return { summary: value.title, value };
}
