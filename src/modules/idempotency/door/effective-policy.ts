import { defaultContent, type IdempotentPolicy } from './policy.js';
import type { DoorSettings, Profile } from '../door-settings.js';
import { parseDuration } from '#shared/kernel/duration.js';

/** What of the settings decides about keyed routes. */
export type KeySettings = Pick<DoorSettings, 'ttlMs' | 'ttlForced' | 'profile' | 'waitMs'>;

/** The policy of a route with nothing left open: its own words, else those of the settings. */
export interface EffectivePolicy extends Required<Omit<IdempotentPolicy, 'wait' | 'ttl'>> {
  readonly waitMs: number;
  readonly ttlMs: number;
  readonly profile: Profile;
  /** The status for a key that was used with another content. */
  readonly reusedStatus: 409 | 422;
  /** The status for a repetition of a request that is still not decided. */
  readonly runningStatus: 202 | 409;
}

/** Settles what a policy leaves open. Throws RangeError for a duration that is none. */
export function effectivePolicy(policy: IdempotentPolicy, settings: KeySettings): EffectivePolicy {
  const { operation, wait, ttl, inProgress = 'accepted' } = policy;
  const { profile } = settings;
  return {
    operation,
    required: policy.required ?? true,
    inProgress,
    waitMs: wait === undefined ? settings.waitMs : parseDuration(wait),
    replay: policy.replay ?? 'final',
    ttlMs: ttl === undefined ? settings.ttlMs : parseDuration(ttl),
    ignore: policy.ignore ?? [],
    content: policy.content ?? defaultContent,
    profile,
    reusedStatus: profile === 'ietf' ? 422 : 409,
    runningStatus: profile === 'ietf' || inProgress === 'conflict' ? 409 : 202,
  };
}
