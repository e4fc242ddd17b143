import { TripPlanned, tripProviders, WORLD, type TripVersion, type What } from './trips.js';
import { openKernel } from '../kernel/support/kernel.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { JobHandlers } from '#shared/jobs/job-handlers.js';
import { JobRunner } from '#shared/jobs/job-runner.js';
import type { JobPayload } from '#shared/jobs/job.js';
import { newId } from '#shared/kernel/ids.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import pg from 'pg';

/** One trip as the database has it. */
export interface Trip {
  readonly id: string;
  readonly sagaId: string;
}

interface QueuedTripJob {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly payload: JobPayload;
}

/** Versions of the made-up service on one database, and what is left of their trips. */
export class TripBench {
  private readonly processes: INestApplicationContext[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly observer: pg.Pool,
  ) {}

  static async open(): Promise<TripBench> {
    const database = await createTestDatabase();
    const observer = new pg.Pool({ connectionString: database.url, max: 2 });
    observer.on('error', () => undefined);
    await observer.query(WORLD);
    return new TripBench(database, observer);
  }

  /** A process that takes part in units and does no job unless it is told to. */
  idle(version: TripVersion): Promise<INestApplicationContext> {
    return this.process(version, 'api');
  }

  /** A process that does whatever job it knows. */
  worker(version: TripVersion): Promise<INestApplicationContext> {
    return this.process(version, 'worker');
  }

  async plan(process: INestApplicationContext, answers: TripPlanned['answers'] = {}): Promise<Trip> {
    const trip = { id: newId(), sagaId: newId() };
    const { id, sagaId } = trip;
    await process.get(UnitOfWork).run(async () => process.get(EventBus).publish(new TripPlanned(id, sagaId, answers)));
    return trip;
  }

  /** Somebody does not want the trip any more. */
  async stop(process: INestApplicationContext, { id }: Trip): Promise<void> {
    const why = { code: 'stay_home', detail: 'It rains.' };
    await process.get(UnitOfWork).run(() => process.get(SagaRuntime).stop('trip', id, why));
  }

  /** Has a process do the oldest job of a trip, as a worker of it would. */
  async work(process: INestApplicationContext, trip: Trip): Promise<void> {
    const job = (await this.jobsOf(trip))[0]!;
    const handler = process.get(JobHandlers).named(job.name);
    if (!handler) throw new Error(`${job.name} is not known here`);
    const worker = 'the worker of the trip';
    await this.rows('UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() WHERE id = $1', [
      job.id,
      worker,
    ]);
    await process.get(JobRunner).run(handler, { ...job, failures: 0, completes: { id: job.id, by: worker } });
  }

  jobsOf({ id }: Trip): Promise<QueuedTripJob[]> {
    return this.rows<QueuedTripJob>(
      `SELECT j.id, t.identifier AS name, j.key, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE j.payload ->> 'tripId' = $1 ORDER BY j.id`,
      [id],
    );
  }

  /** Each marker of a trip with its status, in the order in which they were made. */
  async markersOf({ sagaId }: Trip): Promise<Record<string, string>> {
    const rows = await this.rows<{ name: string; status: string }>(
      'SELECT name, status FROM saga.steps WHERE saga_id = $1 ORDER BY position',
      [sagaId],
    );
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  }

  /** Those of them that wait for something. */
  async openMarkersOf(trip: Trip): Promise<Record<string, string>> {
    const markers = Object.entries(await this.markersOf(trip));
    return Object.fromEntries(markers.filter(([, status]) => status === 'pending' || status === 'unknown'));
  }

  async statusOf({ sagaId }: Trip): Promise<string> {
    return (await this.rows<{ status: string }>('SELECT status FROM saga.sagas WHERE id = $1', [sagaId]))[0]!.status;
  }

  /** What happened outside, in alphabetical order; what happened twice is there twice. */
  async effectsOf({ id }: Trip): Promise<What[]> {
    return (await this.rows<{ what: What }>('SELECT what FROM public.world WHERE trip = $1 ORDER BY what', [id])).map(
      ({ what }) => what,
    );
  }

  /** The step in whose name something was asked for, as the world has it. */
  async askedAs({ id, sagaId }: Trip, what: What): Promise<string[]> {
    const rows = await this.rows<{ key: string }>('SELECT key FROM public.world WHERE trip = $1 AND what = $2', [
      id,
      what,
    ]);
    return rows.map(({ key }) => key.replace(`${sagaId}:`, ''));
  }

  async untilOver(trips: readonly Trip[], withinMs?: number): Promise<void> {
    await until(
      'every trip is over',
      async () => {
        const open = await this.rows(
          `SELECT 1 FROM saga.sagas WHERE id = ANY($1::uuid[]) AND status NOT IN ('completed', 'compensated')
           UNION ALL SELECT 1 FROM graphile_worker._private_jobs`,
          [trips.map(({ sagaId }) => sagaId)],
        );
        return open.length === 0;
      },
      withinMs,
    );
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.observer.query<Row>(text, values)).rows;
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.close()));
    await this.observer.end();
    await this.database.drop();
  }

  private async process(version: TripVersion, role: 'api' | 'worker'): Promise<INestApplicationContext> {
    const process = await openKernel(this.database.url, tripProviders(version), { ROLE: role });
    this.processes.push(process);
    return process;
  }
}
