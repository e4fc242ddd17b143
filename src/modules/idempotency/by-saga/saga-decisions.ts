import { DecisionChannel } from './decision-channel.js';
import { NextLook } from './next-look.js';
import { ProgressTellers } from './progress-tellers.js';
import { LaterDecisions, type UnderWay } from '../ports/later-decisions.port.js';
import type { IdempotencyRecord } from '../record.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { Injectable } from '@nestjs/common';

/** What the door is told about requests that a saga decides. */
@Injectable()
export class SagaDecisions extends LaterDecisions {
  constructor(
    private readonly sagas: SagaStore,
    private readonly nextLook: NextLook,
    private readonly tellers: ProgressTellers,
    private readonly channel: DecisionChannel,
  ) {
    super();
  }

  async stateOf({ sagaId, operation }: IdempotencyRecord): Promise<UnderWay> {
    const saga = sagaId ? await this.sagas.byId(sagaId) : undefined;
    return {
      status: saga?.attention ? 'needs_attention' : 'processing',
      code: saga?.attention?.code,
      step: saga?.openStep?.name,
      retryAfterSeconds: await this.nextLook.secondsUntil(saga),
      tell: saga && (() => this.tellers.tell(operation, saga)),
    };
  }

  onDecided(listener: (ids: string[]) => void): void {
    this.channel.onDecided(listener);
  }

  get isHeard(): boolean {
    return this.channel.isOpen;
  }
}
