import { REFUSES } from './marks.js';
import { headers, type ResponseHeader } from './response-headers.js';
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
  type ApiHeaderOptions,
  type ApiResponseOptions,
} from '@nestjs/swagger';

/** Named examples; the first one is what a reader sees first. */
type Examples = Record<string, { readonly summary: string; readonly value: object }>;

/** One answer that is no refusal. */
export interface AnswerDocs {
  /** When it is answered and what the caller does with it. */
  readonly description: string;
  /** The class of the body; by its name when it belongs to another module, several when it depends; none for no body. */
  readonly body?: Type | string | readonly string[];
  /** Server-sent events instead of a body that ends; one of them as an example. */
  readonly events?: string;
  readonly headers?: readonly ResponseHeader[];
  /** Without any, one is composed from the examples of the body's members. */
  readonly examples?: Examples;
}

/** All that a reader of the documentation is told about a route besides what follows from its other decorators. */
export interface RouteDocs {
  /** Stable: generated clients name their methods after it. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly params?: Readonly<Record<string, { readonly description: string; readonly example?: string }>>;
  readonly headers?: readonly ApiHeaderOptions[];
  readonly body?: { readonly type: Type; readonly examples: Examples };
  readonly answers: Readonly<Record<number, AnswerDocs>>;
  /** Codes of the problems it answers by its own decision. */
  readonly refuses?: readonly string[];
}

/** Describes a route in the OpenAPI document. */
export const Documented = (route: RouteDocs): MethodDecorator =>
  applyDecorators(
    ApiOperation({ operationId: route.id, summary: route.summary, description: route.description }),
    ...Object.entries(route.params ?? {}).map(([name, param]) => ApiParam({ name, ...param })),
    ...(route.headers ?? []).map((header) => ApiHeader(header)),
    ...(route.body ? [ApiBody({ type: route.body.type, examples: route.body.examples })] : []),
    ...Object.entries(route.answers).map(([status, answer]) => ApiResponse(responseOf(Number(status), answer))),
    Refuses(...(route.refuses ?? [])),
  );

/** Adds problems to what a route may answer; from several decorators they add up. */
export const Refuses = (...codes: readonly string[]): MethodDecorator =>
  applyDecorators(...codes.map((code) => ApiExtension(`${REFUSES}${code}`, true)));

/** The two halves of a conditional GET (RFC 9110, 13): what may be sent, and the answer to it. */
export const ifNoneMatch: ApiHeaderOptions = {
  name: 'If-None-Match',
  description: 'The `ETag` you already have; answered with 304 while it is still the newest.',
};
export const notModified: AnswerDocs = {
  description: 'Nothing has changed since the version in `If-None-Match`. Keep what you have.',
  headers: ['ETag'],
};

function responseOf(
  status: number,
  { description, body, events, headers: names = [], examples }: AnswerDocs,
): ApiResponseOptions {
  const answer = { status, description, headers: headers(...names), ...(examples && { examples }) };
  if (events) return { ...answer, content: { 'text/event-stream': { schema: { type: 'string' }, example: events } } };
  if (body === undefined) return answer;
  if (typeof body === 'function') return { ...answer, type: body };
  const references = [body].flat().map((name) => ({ $ref: getSchemaPath(name) }));
  return { ...answer, schema: references.length === 1 ? references[0]! : { oneOf: references } };
}
