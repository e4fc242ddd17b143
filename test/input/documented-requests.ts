import { documentedValue, type GoodValues } from './documented-values.js';
import { anything, mostly, oddHeader, oddSegment, oddWord, rarely } from './odd-values.js';
import { bearer } from './refusal.js';
import type { DocumentedOperation, ServiceDocument } from './service-document.js';
import type { Asked } from '../support/ask.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import fc from 'fast-check';

/** Names of things that exist, and of which there are many. */
export interface Known {
  /** By the name of a body's member. */
  members(operation: DocumentedOperation): GoodValues;
  /** What may stand for a parameter of a path. */
  segments(operation: DocumentedOperation, parameter: string): readonly string[];
}

export interface DrawnRequest {
  readonly operation: DocumentedOperation;
  readonly asked: Asked;
  /** The path or the method may not be the operation's any more, or the URL is none: it has a NUL. */
  readonly strayed: boolean;
}

/** Any request to any operation of the document: honest, nearly honest, or nonsense. */
export function anyRequest(document: ServiceDocument, known: Known): fc.Arbitrary<DrawnRequest> {
  const bodies = document.operations.flatMap((operation) => bodyOf(operation) ?? []);
  const operations = document.operations.map((operation) => ({
    weight: operation.body ? 4 : 1,
    arbitrary: requestTo(operation),
  }));
  return fc.oneof(...operations);

  function bodyOf(operation: DocumentedOperation): fc.Arbitrary<unknown> | undefined {
    if (!operation.body) return undefined;
    const drawn = documentedValue(operation.body, document.schemas, known.members(operation));
    const shown = fc.constantFrom(...operation.examples);
    return fc.oneof({ weight: 8, arbitrary: drawn }, { weight: 1, arbitrary: shown });
  }

  function requestTo(operation: DocumentedOperation): fc.Arbitrary<DrawnRequest> {
    const own = bodyOf(operation);
    return fc
      .record({
        method: fc.constantFrom(...Array<Asked['method']>(30).fill(operation.method), 'DELETE', 'PATCH'),
        path: pathOf(operation, known),
        query: queryOf(operation, document),
        headers: headersOf(operation),
        body: own ? textOf(own, fc.oneof(...bodies)) : rarely(textOf(anything), 10),
        isSigned: fc.boolean(),
      })
      .map(({ method, path, query, headers, body, isSigned }) => ({
        operation,
        strayed: path.strayed || method !== operation.method || query.includes('%00'),
        asked: {
          method,
          path: path.text + query,
          headers: { ...headers, ...(operation.isSigned && isSigned && signed(body ?? '')) },
          body,
        },
      }));
  }
}

const signed = (body: string): Record<string, string> => ({
  'stripe-signature': signatureOf(body, SANDBOX_WEBHOOK_SECRET, new Date()),
});

function pathOf(operation: DocumentedOperation, known: Known): fc.Arbitrary<{ text: string; strayed: boolean }> {
  const good = (parameter: string): fc.Arbitrary<{ text: string; strayed: boolean }> =>
    fc.constantFrom(...known.segments(operation, parameter)).map((text) => ({ text, strayed: false }));
  const odd = oddSegment.map((text) => ({ text, strayed: true }));
  const parts = operation.path
    .split(/[{}]/)
    .map((part, at) =>
      at % 2 === 0
        ? fc.constant({ text: part, strayed: false })
        : fc.oneof({ weight: 10, arbitrary: good(part) }, { weight: 1, arbitrary: odd }),
    );
  return fc.tuple(...parts).map((drawn) => ({
    text: drawn.map(({ text }) => text).join(''),
    strayed: drawn.some(({ strayed }) => strayed),
  }));
}

function queryOf({ query }: DocumentedOperation, { schemas }: ServiceDocument): fc.Arbitrary<string> {
  const named = Object.entries(query).map(([name, schema]) =>
    fc.tuple(fc.constant(name), mostly(documentedValue(schema, schemas, {}))),
  );
  const odd = fc.tuple(oddWord, fc.oneof(oddWord, anything));
  const pairs = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    ...named.map((pair) => ({ weight: 3, arbitrary: fc.array(pair, { minLength: 1, maxLength: 2 }) })),
    { weight: 1, arbitrary: fc.array(fc.oneof(odd, ...named), { maxLength: 3 }) },
  );
  const encoded = (value: unknown): string =>
    encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
  return pairs.map((drawn) =>
    drawn.length > 0 ? `?${drawn.map((pair) => pair.map(encoded).join('=')).join('&')}` : '',
  );
}

/** The text of a body: the operation's own, another's, or damaged. */
function textOf(...bodies: fc.Arbitrary<unknown>[]): fc.Arbitrary<string> {
  const [own, ...others] = bodies.map((body, at) => ({ weight: at === 0 ? 12 : 1, arbitrary: body }));
  const value = fc.oneof(own!, ...others, { weight: 1, arbitrary: anything });
  const damage = fc.constantFrom(...Array<string>(12).fill(''), 'cut', 'insert', 'double');
  return fc.tuple(value, damage, fc.nat(), oddWord).map(([drawn, kind, place, more]) => {
    const text = JSON.stringify(drawn) ?? '';
    const at = place % (text.length + 1);
    if (kind === 'cut') return text.slice(0, at);
    if (kind === 'insert') return text.slice(0, at) + more + text.slice(at);
    return kind === 'double' ? text + text : text;
  });
}

const keys = fc.oneof(
  { weight: 16, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constantFrom('pool-1', 'pool-2', '"pool-1"') },
  { weight: 1, arbitrary: oddHeader },
  { weight: 1, arbitrary: fc.constantFrom<string[][]>(['a', 'b'], []) },
);

function headersOf({ as, isKeyed, body }: DocumentedOperation): fc.Arbitrary<Record<string, string | string[]>> {
  return fc
    .record({
      caller: fc.constantFrom(...Array(20).fill(as), 'alice', 'operator', 'bob', 'nobody'),
      'idempotency-key': isKeyed ? keys : rarely(keys),
      'content-type': body
        ? fc.oneof({ weight: 20, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: oddHeader })
        : fc.constant(undefined),
      prefer: rarely(fc.oneof(oddHeader, fc.constantFrom('respond-async', 'wait=0', 'wait=1'))),
      'if-match': rarely(fc.oneof(oddHeader, fc.constantFrom('*', '"1"', '"2"')), 12),
      'if-none-match': rarely(fc.oneof(oddHeader, fc.constantFrom('*', '"1"', '"2"'))),
      traceparent: rarely(oddHeader),
      accept: rarely(fc.oneof(oddHeader, fc.constantFrom('text/html', 'application/xml;q=0.9'))),
    })
    .map(({ caller, ...headers }) => ({ ...(caller !== 'nobody' && bearer(caller)), ...sent(headers) }));
}

/** A header without a value is not sent. */
const sent = (headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value && value.length > 0 ? [[name, value]] : [])),
  );
