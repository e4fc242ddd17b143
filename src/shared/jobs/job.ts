import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const JOB_METADATA = 'ichido:job';

/**
 * Names the kind of job that a provider runs. The name is stored with every job: whoever changes it gives the old ones
 * after it, so that jobs that were queued under them are run too.
 */
export const JobHandler = (name: string, ...formerly: string[]): CustomDecorator =>
  SetMetadata(JOB_METADATA, [name, ...formerly]);

/**
 * Work with a foreign effect, in two halves. `call` runs outside any transaction, may talk to the world and may run
 * again after a crash, always with keys from stored state. `settle` runs inside a unit of work at the job door with
 * what `call` learned, and is repeated alone when it meets a conflict.
 *
 * `wasCutOff` says that an earlier run of the same work did not come to its end: whatever `call` does may have been done
 * a moment ago, and nothing that is stored tells.
 */
export interface Job<Payload extends JobPayload, Outcome> {
  call(payload: Payload, wasCutOff: boolean): Promise<Outcome>;
  settle(outcome: Outcome, payload: Payload): Promise<void>;
  /** Told in a unit of its own how many runs of this work have failed in a row; it runs again all the same. */
  troubled?(payload: Payload, failures: number): Promise<void>;
}

/** Ids only: what to do is read from the database when the job runs. */
export type JobPayload = Readonly<Record<string, string | number>>;

/** A job to be enqueued by the commit of the current unit. */
export interface JobRequest {
  readonly name: string;
  /** Names one piece of work (`<saga>:<step>:<generation>`), never "something changed". */
  readonly key: string;
  readonly payload: JobPayload;
  /** Milliseconds from the commit, on the database's clock; at once when absent. */
  readonly delayMs?: number;
}
