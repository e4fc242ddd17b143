import { problemFrom, unreachable, type Problem } from './problem.js';
import { keepKey, operatorKey } from '../session/session.js';

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  /** `Idempotency-Key` of an act. */
  readonly key?: string;
  /** Another key than that of the operator who is signed in. */
  readonly secret?: string;
  readonly signal?: AbortSignal;
}

/** What the API answered: a body or a problem. */
export interface Answered<Body> {
  readonly status: number;
  readonly body?: Body;
  readonly problem?: Problem;
  /** The answer of an earlier request with the same key. */
  readonly isReplay: boolean;
}

export const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { Authorization: `Bearer ${secret}` };

/** Asks the public API. Never throws but for an abort; an operator's key that is not known any more is forgotten. */
export async function call<Body>(path: string, asked: Asked = {}): Promise<Answered<Body>> {
  const { method = 'GET', body, key, secret, signal } = asked;
  const own = operatorKey();
  try {
    const response = await fetch(path, {
      method,
      signal,
      cache: 'no-store',
      headers: {
        ...bearer(secret ?? own),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const read: unknown = text === '' ? undefined : JSON.parse(text);
    const isReplay = response.headers.get('Idempotent-Replayed') === 'true';
    if (response.ok) return { status: response.status, body: read as Body, isReplay };
    if (response.status === 401 && secret === undefined && own === operatorKey()) keepKey(undefined);
    return { status: response.status, problem: problemFrom(response.status, read), isReplay };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { status: 0, problem: unreachable, isReplay: false };
  }
}
