import { ConfigError, shown } from './config.error.js';
import type { Config } from './config.js';
import type { Environment } from './environment.js';
import { parseDuration } from '../kernel/duration.js';

/** Clients that were offline, or whose queue stood still, repeat themselves a day later. */
const SHORTEST_TTL = '24h';

/** How long answers are kept and in which statuses keys are refused. */
export function keySettings(
  env: Environment,
): Pick<Config, 'idempotencyTtlMs' | 'idempotencyTtlForced' | 'idempotencyProfile' | 'replayCacheBytes'> {
  const idempotencyTtlMs = env.duration('IDEMPOTENCY_TTL', SHORTEST_TTL, { min: '1s', max: '365d' });
  const idempotencyTtlForced = env.oneOf('IDEMPOTENCY_TTL_FORCED', 'false', ['true', 'false']) === 'true';
  if (idempotencyTtlMs < parseDuration(SHORTEST_TTL) && !idempotencyTtlForced) {
    const value = shown(env.text('IDEMPOTENCY_TTL') ?? '');
    const problem = `must be ${SHORTEST_TTL} or longer, not ${value}: shorter only with IDEMPOTENCY_TTL_FORCED=true`;
    throw new ConfigError('IDEMPOTENCY_TTL', problem, SHORTEST_TTL);
  }
  return {
    idempotencyTtlMs,
    idempotencyTtlForced,
    idempotencyProfile: env.oneOf('IDEMPOTENCY_PROFILE', 'default', ['default', 'ietf']),
    replayCacheBytes: env.byteSize('REPLAY_CACHE', '16mb', { min: '0b', max: '1024mb' }),
  };
}
