import { JobHandler, type Job, type JobRequest } from '#shared/jobs/job.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import type { INestApplicationContext } from '@nestjs/common';

type Piece = { piece: string };

/** A job that does what the test says and remembers how often it was run for each piece of work. */
@JobHandler('bench.work')
export class ScriptedJob implements Job<Piece, string> {
  readonly calls: string[] = [];
  readonly settled: string[] = [];
  readonly payloads: object[] = [];
  call: (payload: Piece) => Promise<string> = (payload) => this.noted(payload, async () => undefined);

  settle(outcome: string): Promise<void> {
    this.settled.push(outcome);
    return Promise.resolve();
  }

  /** From here on each call does this. */
  does(work: (piece: string, call: number) => Promise<unknown>): void {
    this.call = (payload) => this.noted(payload, work);
  }

  callsFor(piece: string): number {
    return this.calls.filter((called) => called === piece).length;
  }

  private async noted(payload: Piece, work: (piece: string, call: number) => Promise<unknown>): Promise<string> {
    this.calls.push(payload.piece);
    this.payloads.push(payload);
    await work(payload.piece, this.callsFor(payload.piece));
    return payload.piece;
  }
}

/** Another kind of job, for keys that meet. */
@JobHandler('bench.other-work')
export class OtherScriptedJob extends ScriptedJob {}

/** A piece of work as a handler asks for it: its key is its name. */
export const work = (piece: string, more: Partial<JobRequest> = {}): JobRequest => ({
  name: 'bench.work',
  key: piece,
  payload: { piece },
  ...more,
});

/** Commits a unit that asks for these jobs. */
export const ask = (kernel: INestApplicationContext, ...jobs: JobRequest[]): Promise<void> =>
  kernel.get(UnitOfWork).run(async () => jobs.forEach(enqueue));
