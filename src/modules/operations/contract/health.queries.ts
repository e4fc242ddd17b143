import { Query } from '@nestjs/cqrs';

/** Something without which an instance cannot do its work. */
export interface HealthPartView {
  readonly name: 'database' | 'migrations' | 'worker';
  readonly state: 'up' | 'down';
  readonly since: string;
  readonly detail?: string;
}

/** A process that works, as the others know it. */
export interface WorkerView {
  readonly id: string;
  readonly seenAt: string;
  readonly isAlive: boolean;
}

/** How the instance that answers is. */
export interface HealthView {
  /** `ok`: it is ready, as the public check says. */
  readonly status: 'ok' | 'unready';
  readonly version: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly startedAt: string;
  readonly parts: readonly HealthPartView[];
  /** All that work on this database; absent while it cannot be asked. */
  readonly workers?: readonly WorkerView[];
  /** By their names; absent while the database cannot be asked. */
  readonly migrations?: {
    readonly applied: number;
    readonly missing: readonly string[];
    readonly unknown: readonly string[];
  };
}

/** How the instance that is asked is, in every detail. */
export class GetHealth extends Query<HealthView> {}
