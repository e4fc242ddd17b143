import { Command, Query } from '@nestjs/cqrs';

/** How the sandbox provider misbehaves on request, in the words of its own list (`GET /_sandbox/faults`) or ours. */
export const FAULT_KINDS = [
  'decline',
  'drop-after-effect',
  'kill-worker',
  'delay',
  'fail-before',
  'webhook-twice',
  'webhook-late',
  'webhook-never',
] as const;

/** A fault that waits for the next payments. */
export interface WaitingFault {
  /** One of FAULT_KINDS, or what somebody else has armed. */
  readonly kind: string;
  /** Of those that wait: milliseconds. */
  readonly ms?: number;
  /** Payments that it still meets. */
  readonly times: number;
}

/** What waits, and what may be made to wait. */
export interface WaitingFaults {
  readonly faults: readonly WaitingFault[];
  /** Whether the process that answers is started again when it is killed. */
  readonly workerKillable: boolean;
}

/** The faults that wait at the sandbox; undefined where another provider is used. */
export class ListFaults extends Query<WaitingFaults | undefined> {}

/** From now on exactly these faults wait; undefined where another provider is used. */
export class SetFaults extends Command<WaitingFaults | undefined> {
  constructor(
    readonly faults: readonly {
      readonly kind: (typeof FAULT_KINDS)[number];
      readonly ms?: number;
      readonly times: number;
    }[],
  ) {
    super();
  }
}

/** The process that answers is killed as soon as `answered` is settled. Refused where nobody starts it again. */
export class KillWorker extends Command<void> {
  constructor(readonly answered: Promise<unknown>) {
    super();
  }
}
