import type { IdempotencyRecord } from './record.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { FastifyRequest } from 'fastify';

/** Injection token of `DoorSettings`. */
export const DOOR_SETTINGS = Symbol('DOOR_SETTINGS');

/** Which statuses refuse a key: ours, or those of the IETF's draft. */
export type Profile = 'default' | 'ietf';

/** What an application decides about all of its keyed routes. Durations are in milliseconds. */
export interface DoorSettings {
  /** Whose keys these are, as something has proven that the request itself cannot change (B145). May refuse by throwing. */
  readonly tenantOf: (request: FastifyRequest) => string;
  /** Who may poll the requests of every tenant. Nobody by default. */
  readonly readsAll: (request: FastifyRequest) => boolean;
  /** The application's global prefix, without slashes. None by default. */
  readonly prefix: string;
  /** `default` by default. */
  readonly profile: Profile;
  /** How long an answer is replayed. 24 hours by default. */
  readonly ttlMs: number;
  /** Whether it, and the one of a route, may be shorter than a day. */
  readonly ttlForced: boolean;
  /** How long a first request waits for a decision that comes after its commit. 2 s by default. */
  readonly waitMs: number;
  /** What the answers may take in memory that are repeated without asking the database; 0: none are. 16 MB by default. */
  readonly replayCacheBytes: number;
  /** Between two removals of expired records; 0: this process removes none. 10 minutes by default. */
  readonly sweepIntervalMs: number;
  /** Told of every repetition: that it was answered, or that its first request is still running. */
  readonly onRepetition: (record: IdempotencyRecord, found: 'answered' | 'running') => void;
  /** Told of every request that was refused because its key had been used with another content. */
  readonly onMismatch: (record: IdempotencyRecord) => void;
}

/**
 * Only the tenant has no default: with one for everybody, whoever guesses or reuses a key would be shown the answer of
 * somebody else.
 */
export type DoorOptions = Pick<DoorSettings, 'tenantOf'> & Partial<DoorSettings>;

/** Clients that were offline, or whose queue stood still, repeat themselves a day later. */
const DAY_MS = 86_400_000;
/** Most decisions are there by then, and nobody's proxy has given up. */
const WAIT_MS = 2_000;
/** Ten thousand orders: those of the last minute, in which nearly all repetitions come. */
const REPLAY_CACHE_BYTES = 16 * 1_048_576;
/** What has expired is treated as gone anyway, so this only bounds the size of the table. */
const SWEEP_INTERVAL_MS = 600_000;

/** Settles what the options leave open. Throws `CannotStart` for a life of answers that makes repetitions dangerous. */
export function doorSettings(options: DoorOptions): DoorSettings {
  const settings: DoorSettings = {
    readsAll: () => false,
    prefix: '',
    profile: 'default',
    ttlMs: DAY_MS,
    ttlForced: false,
    waitMs: WAIT_MS,
    replayCacheBytes: REPLAY_CACHE_BYTES,
    sweepIntervalMs: SWEEP_INTERVAL_MS,
    onRepetition: () => undefined,
    onMismatch: () => undefined,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    tenantOf: options.tenantOf,
  };
  if (settings.ttlMs >= DAY_MS || settings.ttlForced) return settings;
  throw new CannotStart(`The door keeps answers for ${settings.ttlMs} ms: a day or more, unless ttlForced is true.`);
}

/** Where to ask what became of a request. */
export const pollUrlOf = ({ id }: { readonly id: string }, { prefix }: Pick<DoorSettings, 'prefix'>): string =>
  `${prefix && `/${prefix}`}/idempotency/${id}`;
