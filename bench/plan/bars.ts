/** A figure of the goal that two measurements of one round make together: answers per second of one to the other's. */
export interface RatioBar {
  /** Its stable name in `--json`. */
  readonly name: string;
  readonly of: string;
  readonly to: string;
  readonly atLeast: number;
}

export const RATIO_BARS: readonly RatioBar[] = [
  { name: 'place_to_ceiling', of: 'place', to: 'ceiling', atLeast: 0.6 },
  { name: 'place_to_naive', of: 'place', to: 'naive', atLeast: 10 },
  { name: 'place_to_dbos', of: 'place', to: 'dbos', atLeast: 10 },
  { name: 'place_to_restate', of: 'place', to: 'restate', atLeast: 4 },
  { name: 'replay_to_lookup', of: 'replay', to: 'replay.lookup', atLeast: 0.8 },
  { name: 'replay_to_restate', of: 'replay', to: 'replay.restate', atLeast: 1 },
  { name: 'million_keys_to_none', of: 'keys.1m', to: 'place', atLeast: 0.7 },
  { name: 'hot_to_cold', of: 'hot', to: 'place', atLeast: 0.6 },
];

/**
 * What a soak may hold in its last quarter for what it held in its second one. A collector of garbage and an autovacuum
 * come when they like: a tenth, and for the few MB of the work tables a half, is no growth yet.
 */
export const FLAT_MEMORY = 1.1;
export const FLAT_TABLES = 1.5;

/** Of the rate of a soak: what is open at the end of an interval is answered in none. */
export const KEEPS_UP = 0.97;

/** What an order may take beyond its two commits and its one provider call while nothing else happens, in ms. */
export const IDLE_ALLOWANCE_MS = 10;

/** What the service's process may hold under load, in MB. */
export const MEMORY_LIMIT_MB = 300;
