import { loggableError } from '../http/loggable-error.js';
import { Logger } from '@nestjs/common';

/**
 * Lets the process outlive a promise that is rejected and awaited by nobody, as long as it runs: whoever started it has
 * gone on, its unit commits or not by what was awaited, and everybody else's requests and jobs are none of its business
 * (semantics 39, B050). It is a defect and is told as one. What is thrown and caught by nobody still ends the process.
 */
export function outliveStrayRejections(): void {
  const logger = new Logger('Process');
  process.on('unhandledRejection', (reason) => {
    logger.error(
      { err: loggableError(reason) },
      'a promise that nobody awaits was rejected: a defect, to be mended where it was made',
    );
  });
}
