import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from '@nestjs/common';

/** The queue's own words go to our log; what it says about single jobs we say ourselves. */
export const queueLogger = (logger: Logger): QueueLogger =>
  new QueueLogger(() => (level, message) => {
    if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.debug(message);
  });
