/** Injection token: the connections of the job queue (fetching, completing, listening, heartbeats). */
export const WORKER_POOL = Symbol('WORKER_POOL');

/** One listens, the others fetch, complete and refresh the heartbeat. */
export const WORKER_CONNECTIONS = 4;
