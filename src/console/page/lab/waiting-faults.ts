/** A fault that waits at the sandbox for the next payments. */
export interface WaitingFault {
  readonly kind: string;
  readonly ms?: number;
  readonly times: number;
}

export interface WaitingFaults {
  readonly items: readonly WaitingFault[];
}

/** What can be armed, in the words of whoever wants to see it. */
export const FAULTS: readonly { readonly name: string; readonly means: string; readonly fault: WaitingFault }[] = [
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
