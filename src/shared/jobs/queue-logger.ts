import { Logger as QueueLogger, type Worker, type WorkerEvents } from 'graphile-worker';
import type { Logger } from '@nestjs/common';

/**
 * The queue's own words go to our log; what it says about single jobs we say ourselves. Its warnings are advice about its
 * settings (more jobs at once than connections, which is meant), so they are for who looks closely.
 */
export const queueLogger = (logger: Logger): QueueLogger =>
  new QueueLogger(() => (level, message) => {
    if (level === 'error') logger.error(message);
    else logger.debug(message);
  });

/**
 * A worker of a queue that is ending, whose last question for a job dies with its connection, would end with an error,
 * which the queue prints to the console itself. It has no job and is not needed any more: it is let go before that.
 */
export function leaveQuietly(events: WorkerEvents): void {
  const leaving = new WeakSet<Worker>();
  events.on('worker:release', ({ worker }) => leaving.add(worker));
  events.on('worker:getJob:error', ({ worker }) => {
    if (leaving.has(worker)) void worker.release(true);
  });
}
