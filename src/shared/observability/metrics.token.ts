/** Injection token: the registry (prom-client) in which whoever has something to show puts it at its start. */
export const METRICS = Symbol('METRICS');
