import { Logger as QueueLogger } from 'graphile-worker';
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
