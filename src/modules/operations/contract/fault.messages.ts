import { Command, Query } from '@nestjs/cqrs';

/** How the sandbox provider misbehaves on request, in the words of its own list (`GET /_sandbox/faults`) or ours. */
export const FAULT_KINDS = [
  'decline',
  'drop-after-effect',
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

/** The faults that wait at the sandbox; undefined where another provider is used. */
export class ListFaults extends Query<readonly WaitingFault[] | undefined> {}

/** From now on exactly these faults wait; undefined where another provider is used. */
export class SetFaults extends Command<readonly WaitingFault[] | undefined> {
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
