/** Injection token: the connections on which the relay claims messages; apart from those that commit units. */
export const RELAY_POOL = Symbol('RELAY_POOL');

/** One works, the other keeps what it works on or looks for a second consumer. */
export const RELAY_CONNECTIONS = 2;
