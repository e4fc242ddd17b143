import type { JsonSchema } from './documented-values.js';
import type { Asked } from '../support/ask.js';
import type { KeyName } from '../support/environment.js';

/** One operation, as far as a request to it and its answers are concerned. */
export interface DocumentedOperation {
  readonly name: string;
  readonly method: Exclude<Asked['method'], undefined>;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  /** Good bodies that the document shows. */
  readonly examples: readonly unknown[];
  /** Who may ask it. */
  readonly as: KeyName;
  readonly isKeyed: boolean;
  /** The provider's, which signs instead of naming a tenant. */
  readonly isSigned: boolean;
  readonly answers: Readonly<Record<string, DocumentedAnswer>>;
}

export interface DocumentedAnswer {
  /** Of a body that is no problem; none where there is no body. */
  readonly schema?: JsonSchema;
  /** Codes of the problems with this status. */
  readonly problems: readonly string[];
}

export interface ServiceDocument {
  readonly operations: readonly DocumentedOperation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

interface RawOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, RawBody>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, RawAnswer>>;
}

interface RawBody {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface RawAnswer {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: object }>>;
}

export interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';
const PROBLEM_TYPE = 'application/problem+json';

/** Reads what `/docs-json` says of the operations whose answers have an end; streams have tests of their own. */
export const readDocument = ({ paths, components }: RawDocument): ServiceDocument => ({
  schemas: components.schemas,
  operations: Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { responses }]) => !(STREAM_TYPE in (responses['200']?.content ?? {})))
      .map(([method, operation]) => operationOf(method, path, operation)),
  ),
});

function operationOf(method: string, path: string, operation: RawOperation): DocumentedOperation {
  const { parameters = [], requestBody, security = [], responses } = operation;
  const body = requestBody?.content[JSON_TYPE];
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as DocumentedOperation['method'],
    path,
    query: Object.fromEntries(parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema])),
    ...(body && { body: body.schema }),
    examples: Object.values(body?.examples ?? {}).map(({ value }) => value),
    as: security.some((scheme) => 'client' in scheme) || security.length === 0 ? 'alice' : 'operator',
    isKeyed: headers.includes('idempotency-key'),
    isSigned: headers.includes('stripe-signature'),
    answers: Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, answerOf(answer)])),
  };
}

const answerOf = ({ content = {} }: RawAnswer): DocumentedAnswer => ({
  ...(content[JSON_TYPE] && { schema: content[JSON_TYPE].schema }),
  problems: Object.keys(content[PROBLEM_TYPE]?.examples ?? {}),
});
