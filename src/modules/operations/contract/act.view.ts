/** Who wants something done, and why. */
export interface Operator {
  /** The name of the API key. */
  readonly name: string;
  readonly reason: string;
  /** Only say what would happen. */
  readonly dryRun: boolean;
  /** Hash of the caller's identity (tenant, operation, key). */
  readonly operationKey: Buffer;
}

/** What an act did, would do, or waits for. */
export interface ActView {
  /** Of its row in the list of acts; absent for what only would be done. */
  readonly id?: string;
  readonly act: string;
  /** `saga/<id>`, `message/<id>`, `job/<id>`, `key/<id>`. */
  readonly target: string;
  /** `proposed`: nothing is done before another operator asks for the same. */
  readonly outcome: 'done' | 'would_be_done' | 'proposed';
  /** What its commit changes, in sentences. */
  readonly effects: readonly string[];
  /** What follows from that when others have answered. */
  readonly afterwards: readonly string[];
}

/** An act as it is kept. */
export interface PastAct {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly act: string;
  readonly target: string;
  readonly tenantId?: string;
  readonly orderId?: string;
  readonly reason: string;
  readonly evidence?: string;
  readonly outcome: 'done' | 'proposed';
  readonly effects: readonly string[];
  /** The proposal of another operator that this one has confirmed. */
  readonly confirms?: string;
}
