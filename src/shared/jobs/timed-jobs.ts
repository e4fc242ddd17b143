import type { JobRequest } from './job.js';
import { enqueue } from './job-writes.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { Injectable, Logger } from '@nestjs/common';

/** Work that the clock asks for instead of a caller: a job in a unit of its own. */
@Injectable()
export class TimedJobs {
  private readonly logger = new Logger('Jobs');

  constructor(private readonly units: UnitOfWork) {}

  /** Never rejects: what could not be asked for is asked for again when its time comes next. */
  async enqueue(job: JobRequest): Promise<void> {
    await this.units
      .run(async () => enqueue(job))
      .catch((error: unknown) => this.logger.warn({ err: error, job: job.key }, 'timed work could not be enqueued'));
  }
}
