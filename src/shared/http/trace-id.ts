import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** W3C Trace Context, 3.2: version, trace id, parent id, flags; a later version may append members. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

const traceIds = new WeakMap<object, string>();

/**
 * The one id of a request in answers and logs: 32 lower-case hex digits, the caller's W3C trace id when its
 * `traceparent` is valid, else a new one. The same for every call with the same request.
 */
export function traceIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  let id = traceIds.get(request);
  if (id === undefined) {
    id = fromTraceparent(request.headers['traceparent']) ?? newTraceId();
    traceIds.set(request, id);
  }
  return id;
}

export const newTraceId = (): string => randomUUID().replaceAll('-', '');

function fromTraceparent(header: string | string[] | undefined): string | undefined {
  const [, version, traceId, rest] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return version === '00' && rest !== undefined ? undefined : traceId;
}
