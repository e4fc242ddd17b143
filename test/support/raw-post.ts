import { KEYS, type KeyName } from './environment.js';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface RawRequest {
  /** Every `Idempotency-Key` header as it goes over the wire, byte by byte; none when empty. */
  readonly keys: readonly string[];
  readonly body: object;
  readonly as?: KeyName;
}

/** Sends a POST whose headers no client library has tidied up. */
export async function rawPost(url: string, { keys, body, as = 'alice' }: RawRequest): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = open(url, keys, as);
  sent.once('response', resolve).once('error', reject);
  sent.end(JSON.stringify(body));
  const answer = await promise;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode ?? 0, text, body: JSON.parse(text) as Record<string, unknown> };
}

/** Sends a POST and hangs up when told to, without having read an answer. */
export function postAndLeave(url: string, key: string, body: object): { hangUp(): void } {
  const sent = open(url, [key], 'alice');
  sent.on('error', () => undefined);
  sent.end(JSON.stringify(body));
  return { hangUp: () => void sent.destroy() };
}

function open(url: string, keys: readonly string[], as: KeyName): ClientRequest {
  const { hostname, port, pathname } = new URL(url);
  const headers = ['Host', `${hostname}:${port}`, 'Authorization', `Bearer ${KEYS[as]}`];
  headers.push('Content-Type', 'application/json', 'Connection', 'close');
  for (const key of keys) headers.push('Idempotency-Key', key);
  // A connection of its own: a pooled one may be closing just now.
  return request({ hostname, port, path: pathname, method: 'POST', headers, agent: false });
}
