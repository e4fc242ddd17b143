import { openKernel } from './kernel.js';
import { OtherScriptedJob, ScriptedJob } from './scripted.job.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import type { INestApplicationContext } from '@nestjs/common';
import pg from 'pg';

/** One row of the queue. */
export interface QueuedRow {
  readonly id: string;
  readonly key: string | null;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
  readonly locked_by: string | null;
  /** Milliseconds from the database's now. */
  readonly due_in: number;
}

/** Kernels with scripted jobs on one database, and a look into its queue. */
export class JobBench {
  private readonly kernels: INestApplicationContext[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly observer: pg.Pool,
  ) {}

  static async open(): Promise<JobBench> {
    const database = await createTestDatabase();
    const observer = new pg.Pool({ connectionString: database.url, max: 2 });
    observer.on('error', () => undefined);
    return new JobBench(database, observer);
  }

  /** Another process that works. */
  async worker(env: Record<string, string> = {}): Promise<{ kernel: INestApplicationContext; job: ScriptedJob }> {
    const kernel = await this.kernel({ ROLE: 'worker', ...env });
    return { kernel, job: kernel.get(ScriptedJob) };
  }

  /** A process that only asks for work. */
  asker(): Promise<INestApplicationContext> {
    return this.kernel({ ROLE: 'api' });
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.observer.query<Row>(text, values)).rows;
  }

  queue(): Promise<QueuedRow[]> {
    return this.rows(
      `SELECT id, key, payload, attempts, locked_by, 1000 * extract(epoch FROM run_at - now())::float AS due_in
       FROM graphile_worker._private_jobs ORDER BY id`,
    );
  }

  /** What the queue holds for one piece of work, whatever became of its key. */
  async queued(piece: string): Promise<QueuedRow[]> {
    return (await this.queue()).filter((row) => row.payload['piece'] === piece);
  }

  /** Looks until the condition holds. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<true> {
    return until(what, async () => (await holds()) || undefined);
  }

  /** Puts a process out of its misery before the bench closes. */
  async end(kernel: INestApplicationContext): Promise<void> {
    this.kernels.splice(this.kernels.indexOf(kernel), 1);
    await kernel.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.kernels.map((kernel) => kernel.close()));
    await this.observer.end();
    await this.database.drop();
  }

  private async kernel(env: Record<string, string>): Promise<INestApplicationContext> {
    const kernel = await openKernel(this.database.url, [ScriptedJob, OtherScriptedJob], env);
    this.kernels.push(kernel);
    return kernel;
  }
}
