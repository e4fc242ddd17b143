/** A fault that waits at the sandbox for the next payments. */
export interface WaitingFault {
  readonly kind: string;
  readonly ms?: number;
  readonly times: number;
}

export interface WaitingFaults {
  readonly items: readonly WaitingFault[];
  /** Whether the process that answers is started again when it is killed. */
  readonly workerKillable: boolean;
}

/** What can be armed, in the words of whoever wants to see it. */
export interface FaultToArm {
  readonly name: string;
  readonly means: string;
  readonly fault: WaitingFault;
}

/** What the provider can do to us. */
export const FAULTS: readonly FaultToArm[] = [
  { name: 'Decline the next', means: 'the bank says no', fault: { kind: 'decline', times: 1 } },
  {
    name: 'Drop after capture',
    means: 'the money is taken, the answer is lost',
    fault: { kind: 'drop-after-effect', times: 1 },
  },
  { name: 'Delay by 5 s', means: 'the answer takes its time', fault: { kind: 'delay', ms: 5_000, times: 1 } },
  { name: 'Fail before', means: '503, and nothing is done', fault: { kind: 'fail-before', times: 1 } },
  { name: 'Webhook twice', means: 'each notice comes two times', fault: { kind: 'webhook-twice', times: 1 } },
  { name: 'Webhook late', means: 'its notices come 10 s late', fault: { kind: 'webhook-late', ms: 10_000, times: 1 } },
  { name: 'Webhook never', means: 'its notices are lost', fault: { kind: 'webhook-never', times: 1 } },
];

export const KILL_AT_CAPTURE: FaultToArm = {
  name: 'Kill the worker when the next payment is captured',
  means: 'the money is taken, and nobody is left to hear of it',
  fault: { kind: 'kill-worker', times: 1 },
};

const named = [...FAULTS, KILL_AT_CAPTURE];

export const nameOf = ({ kind }: WaitingFault): string => named.find(({ fault }) => fault.kind === kind)?.name ?? kind;

/** Whether this page can arm it; what somebody else has armed it can only show. */
export const isOurs = ({ kind }: WaitingFault): boolean => named.some(({ fault }) => fault.kind === kind);
