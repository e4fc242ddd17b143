import type { SagaInstance } from './saga.entity.js';

/** This unit's commit ends the saga: whoever waits for its decision gets an answer in the same commit. */
export class SagaDecided {
  constructor(readonly saga: SagaInstance) {}
}

/** This unit began the saga: the key that asked for it is answered by the saga's decision. */
export class SagaBegun {
  constructor(readonly saga: SagaInstance) {}
}

/** This unit's operation found the saga running: its key is answered by the same decision. */
export class SagaJoined {
  constructor(readonly saga: SagaInstance) {}
}
