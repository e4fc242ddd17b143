/** Whose business a fault is. */
export type FaultRealm = 'process' | 'database' | 'road to the database' | 'road to the provider' | 'provider' | 'post';

interface Kind {
  readonly realm: FaultRealm;
  /** How many of them are planned for a minute. */
  readonly perMinute: number;
}

/**
 * Everything that the lab breaks, and how often. Heavy ones are as rare as they must be for anything to get done between
 * them: a killed instance needs some seconds of both cores to serve again. Light ones make up the number.
 */
export const FAULTS = {
  killed: { realm: 'process', perMinute: 7 },
  'stopped for longer than a lease': { realm: 'process', perMinute: 4 },

  'database crashed': { realm: 'database', perMinute: 1 },
  'all sessions terminated': { realm: 'database', perMinute: 4 },
  'serialization failure': { realm: 'database', perMinute: 20 },

  'cut before a statement': { realm: 'road to the database', perMinute: 22 },
  'cut after a statement': { realm: 'road to the database', perMinute: 22 },
  'reply to COMMIT lost': { realm: 'road to the database', perMinute: 28 },

  'cut before a request': { realm: 'road to the provider', perMinute: 14 },
  'cut after a request': { realm: 'road to the provider', perMinute: 14 },

  'provider too slow': { realm: 'provider', perMinute: 12 },
  'provider silent after the effect': { realm: 'provider', perMinute: 14 },
  'provider fails before the effect': { realm: 'provider', perMinute: 14 },
  'provider says the key is in use': { realm: 'provider', perMinute: 10 },
  'stored 500 with the effect': { realm: 'provider', perMinute: 6 },
  'stored 500 without the effect': { realm: 'provider', perMinute: 3 },
  'payment settled later': { realm: 'provider', perMinute: 6 },
  'refund settled later': { realm: 'provider', perMinute: 4 },
  'refund taken back later': { realm: 'provider', perMinute: 2 },

  'webhook dropped': { realm: 'post', perMinute: 20 },
  'webhook doubled': { realm: 'post', perMinute: 20 },
  'webhook late': { realm: 'post', perMinute: 20 },
  'webhook out of order': { realm: 'post', perMinute: 18 },
  'webhook under another id': { realm: 'post', perMinute: 20 },
} as const satisfies Record<string, Kind>;

export type FaultKind = keyof typeof FAULTS;

/** The kinds of one realm. */
export type FaultOf<Realm extends FaultRealm> = {
  [Name in FaultKind]: (typeof FAULTS)[Name]['realm'] extends Realm ? Name : never;
}[FaultKind];

export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[];

export const isOf = <Realm extends FaultRealm>(realm: Realm, kind: FaultKind): kind is FaultOf<Realm> =>
  FAULTS[kind].realm === realm;
