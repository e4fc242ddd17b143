import type { BodyRoute } from './routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { type KeyName, KEYS } from '../support/environment.js';
import type { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';
import { randomUUID } from 'node:crypto';

/** What a bad request must be told: the members to mend are named by JSON pointers, each of them and no other. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly pointers?: readonly string[];
}

export const malformed = (...pointers: string[]): Refusal => ({ status: 400, code: 'malformed_json', pointers });
export const invalid = (...pointers: string[]): Refusal => ({ status: 400, code: 'validation_failed', pointers });
export const refused = (status: number, code: string): Refusal => ({ status, code });

export const bearer = (as: KeyName): Record<string, string> => ({ authorization: `Bearer ${KEYS[as]}` });

interface Problem {
  readonly code: string;
  readonly instance: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly [member: string]: unknown;
}

export const problemIn = ({ text }: Answered): Problem => JSON.parse(text) as Problem;

/** What no key makes right; everything else may be mended, and has stored nothing. */
const HOPELESS = new Set(['not_found', 'role_forbidden']);

/**
 * What an answer says, for a comparison with a `Refusal`. It has the form of all problem answers, or this fails:
 * RFC 9457 and our own members, nothing else; advice about the key only where there is one.
 */
export function refusalIn(answer: Answered, advised: boolean): Refusal {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  const problem = problemIn(answer);
  const { code, errors } = problem;
  expect(problem).toEqual({
    type: `/docs/problems#${code}`,
    title: expect.stringMatching(/^[A-Z]/),
    status: answer.status,
    detail: expect.stringMatching(/\S/),
    code,
    instance: expect.stringMatching(/^\/api\//),
    traceId: answer.headers['x-request-id'],
    ...(advised && { retry: HOPELESS.has(code) ? 'never' : 'same-key' }),
    ...(errors && { errors: errors.map(() => ({ pointer: expect.any(String), detail: expect.stringMatching(/\S/) })) }),
  });
  const pointers = errors?.map(({ pointer }) => pointer).toSorted();
  return { status: answer.status, code, ...(pointers && { pointers }) };
}

/** One way to make a good request bad, and what it must be told. */
export type Spoilt = readonly [what: string, spoil: (good: Asked) => Asked, refusal: Refusal];

/**
 * Sends one good request in every bad variant, all under one key. Holds that each is refused as it should be, that
 * nothing at all is written and the provider is not asked, and that the key then serves the good request as if it had
 * never been seen.
 */
export async function expectRefused(scene: Scene, route: BodyRoute, variants: readonly Spoilt[]): Promise<void> {
  const { url } = scene.services[0]!;
  const good: Asked = { ...(await route.good(scene)), headers: headersFor(route) };
  const before = await stored(scene);
  const told: (readonly [string, Refusal])[] = [];
  for (const [what, spoil] of variants) told.push([what, refusalIn(await ask(url, spoil(good)), route.keyed)]);
  expect(told).toEqual(variants.map(([what, , refusal]) => [what, sorted(refusal)]));
  expect(await stored(scene)).toEqual(before);

  const { status, headers } = await ask(url, good);
  expect({ status, replayed: headers['idempotent-replayed'] }).toEqual({ status: route.success, replayed: undefined });
}

const sorted = (refusal: Refusal): Refusal =>
  refusal.pointers ? { ...refusal, pointers: refusal.pointers.toSorted() } : refusal;

const headersFor = ({ as, keyed }: BodyRoute): Record<string, string> => ({
  ...bearer(as),
  'content-type': 'application/json',
  ...(keyed && { 'idempotency-key': randomUUID() }),
});
