import { Injectable } from '@nestjs/common';

/**
 * An expression for the history of a server. It changes whenever the last transactions may be lost and their numbers
 * given out again: with another process of the server, as after a crash or a failover, and with a recovery within the
 * same one, which resets its statistics. Every role may read both. Before PostgreSQL 15 the statistics were in a file that
 * is slow to read; there the recovery of a server whose own process lives goes unnoticed.
 */
export const HISTORY = `concat(extract(epoch FROM pg_postmaster_start_time()), ' ',
  CASE WHEN current_setting('server_version_num')::int >= 150000
    THEN extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) END)`;

/**
 * The history of which this process was told last. What it remembers of the database belongs to that one: under another
 * one rows may be gone that it has seen committed, and versions and numbers are counted anew.
 */
@Injectable()
export class History {
  private last?: string;
  private readonly listeners: (() => void)[] = [];

  /** Undefined before the first transaction. */
  get now(): string | undefined {
    return this.last;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  heard(history: string): void {
    const isAnother = this.last !== undefined && this.last !== history;
    this.last = history;
    if (isAnother) for (const listener of this.listeners) listener();
  }
}
