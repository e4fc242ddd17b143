import { membersOf, type KeyedRoute } from './keyed-route.js';
import type { KeySettings } from '../door/effective-policy.js';
import { parseDuration } from '#shared/kernel/duration.js';

/** What the rules know besides the route itself. */
interface Around {
  readonly settings: KeySettings;
  /** Whether a saga decides the operation, which is when something renders its answer. */
  readonly hasSaga: boolean;
}

/** What is wrong with the route, and what to do about it; undefined when nothing is. */
type Rule = (route: KeyedRoute, around: Around) => string | undefined | false;

/** Methods that change nothing, and the one that stands for all of them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'SEARCH', 'PROPFIND', 'QUERY', 'ALL']);

/** A day: clients that were offline, or whose queue stood still, repeat themselves as late as that. */
const SHORTEST_TTL = '24h';
/** A year, as for IDEMPOTENCY_TTL. */
const LONGEST_TTL = '365d';
/** As for ORDER_WAIT: proxies give up on a silent upstream not much later. */
const LONGEST_WAIT = '30s';

/** The contradictions that a policy can have with its route, the first one first. */
export const RULES: readonly Rule[] = [
  ({ bypass }) => bypass && `answers past the door by ${bypass}, so nothing could be stored: return an Answer instead`,
  ({ method }) => SAFE.has(method) && `takes ${method}, which changes nothing: it needs no @Idempotent`,
  ({ body }) => !body && 'has no @Body() with the whole body, which the fingerprint covers: declare it',
  ({ policy: { wait } }) => wait !== undefined && outside('wait', wait, '0ms', LONGEST_WAIT),
  ({ policy: { ttl } }, { settings }) =>
    ttl !== undefined && outside('ttl', ttl, settings.ttlForced ? '1s' : SHORTEST_TTL, LONGEST_TTL),
  ({ policy: { wait, inProgress } }) =>
    wait !== undefined &&
    inProgress === 'conflict' &&
    `has a wait of "${wait}" and refuses to wait (inProgress "conflict"): choose one`,
  ({ policy: { replay, operation } }, { hasSaga }) =>
    replay === 'all' &&
    hasSaga &&
    `keeps unexpected failures (replay "all"), but ${operation} belongs to a saga, which finds out what really happened`,
  ({ policy: { required = true, operation } }, { hasSaga }) =>
    !required &&
    hasSaga &&
    `does without a key, but ${operation} belongs to a saga, whose decision only a key can fetch`,
  ({ policy: { inProgress, wait, operation } }, { hasSaga }) =>
    (inProgress ?? wait) !== undefined &&
    !hasSaga &&
    `says how to wait, but ${operation} belongs to no saga: it is decided with its commit, and nothing is ever under way`,
  ({ policy: { ignore = [] }, body }) => {
    const members = membersOf(body!);
    const unknown = ignore.find((name) => !members.includes(name));
    return unknown !== undefined && `ignores "${unknown}", which ${body!.name} does not have: correct or remove it`;
  },
];

/** A duration that is none, or not from `min` to `max`, both as a person writes them. */
function outside(option: string, value: string, min: string, max: string): string | undefined {
  const problem = `has the ${option} "${value}", which has to be a duration from ${min} to ${max}`;
  try {
    const ms = parseDuration(value);
    return ms >= parseDuration(min) && ms <= parseDuration(max) ? undefined : problem;
  } catch {
    return problem;
  }
}
