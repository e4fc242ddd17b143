import type { WorkerEvents } from 'graphile-worker';

/**
 * Ends a queue whose first question to the database failed, so that another one takes its place: it asks for the numbers
 * of its tasks only once, remembers the failure for good, and would live on without ever taking a job.
 */
export function endIfDeaf(events: WorkerEvents): void {
  let isDecided = false;
  const hears = (): void => void (isDecided = true);
  events.on('worker:getJob:empty', hears);
  events.on('job:start', hears);
  events.on('worker:getJob:error', ({ worker: { workerPool } }) => {
    if (isDecided) return;
    isDecided = true;
    // How it ends is told by its own events.
    Promise.resolve(workerPool.gracefulShutdown('its first question was not answered')).catch(() => undefined);
  });
}
