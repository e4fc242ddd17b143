import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A process that works, as the others know it. */
export interface KnownWorker {
  readonly id: string;
  readonly seenAt: Date;
  /** Seen within the lease: its jobs are its own. */
  readonly isAlive: boolean;
}

/** Reads who works; a worker that has left is not listed, one that is silent only until its jobs are taken over. */
@Injectable()
export class WorkersStore {
  constructor(private readonly source: DataSource) {}

  list(leaseMs: number): Promise<KnownWorker[]> {
    return this.source.query<KnownWorker[]>(
      `SELECT id, seen_at AS "seenAt", seen_at >= clock_timestamp() - $1 * interval '1 millisecond' AS "isAlive"
       FROM jobs.workers ORDER BY seen_at DESC, id`,
      [leaseMs],
    );
  }
}
