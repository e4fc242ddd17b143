import { SagaRuntime } from './saga.runtime.js';
import { SagaStore, type LateSaga } from './saga.store.js';
import { Recovery, type RecoveryTask } from '../jobs/recovery.js';
import type { Failure } from '../kernel/failure.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const EXPIRED: Failure = {
  code: 'order_expired',
  detail: 'The order could not be completed in time. Everything was undone; place it again.',
};

/** Sagas that took longer than their deadline are asked to turn back, as if somebody had cancelled (semantics 24). */
@Injectable()
export class SagaDeadlines implements RecoveryTask<LateSaga>, OnModuleInit {
  constructor(
    private readonly sagas: SagaStore,
    private readonly runtime: SagaRuntime,
    private readonly recovery: Recovery,
  ) {}

  onModuleInit(): void {
    this.recovery.add(this);
  }

  find(): Promise<LateSaga[]> {
    return this.sagas.late(this.runtime.known());
  }

  mend({ definition, correlationId }: LateSaga): Promise<void> {
    return this.runtime.stop(definition, correlationId, EXPIRED);
  }
}
