import type { DecidedAnswer } from './decided-answer.js';
import { DecisionChannel } from './decision-channel.js';
import { sagaAnswers } from './record-writes.js';
import { SagaRecordsStore } from './saga-records.store.js';
import type { Answer } from '../contract/answer.js';
import { Decisions } from '../decisions.js';
import { DECIDES } from '../ports/later-decisions.port.js';
import { KeyedRoutes } from '../routes/keyed-routes.js';
import { storable } from '../storable.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { SagaDecided } from '#shared/saga/saga-decided.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Takes part in every commit: a unit that decides a saga also writes the answer into the records that wait for it. */
@Injectable()
export class SagaAnswers implements OnModuleInit {
  private readonly renderers = new Map<string, DecidedAnswer>();

  constructor(
    private readonly units: UnitOfWork,
    private readonly decisions: Decisions,
    private readonly channel: DecisionChannel,
    private readonly records: SagaRecordsStore,
    private readonly discovery: DiscoveryService,
    private readonly routes: KeyedRoutes,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const operations = metatype && (Reflect.getMetadata(DECIDES, metatype) as string[] | undefined);
      for (const operation of operations ?? []) this.renderers.set(operation, instance as DecidedAnswer);
    }
    this.units.join((unit) => this.answer(unit));
  }

  private async answer(unit: Unit): Promise<void> {
    for (const event of unit.events) {
      if (event instanceof SagaDecided)
        for (const operation of await this.waitingFor(event.saga)) await this.render(unit, operation, event.saga);
    }
  }

  /** Its own operation, and those that joined it; the saga's version guards that no further one joins meanwhile. */
  private async waitingFor({ id, entryOperation, joined }: SagaInstance): Promise<Set<string>> {
    const others = joined ? await this.records.operationsWaitingFor(id) : [];
    return new Set([...(entryOperation ? [entryOperation] : []), ...others]);
  }

  private async render(unit: Unit, operation: string, saga: SagaInstance): Promise<void> {
    const renderer = this.renderers.get(operation);
    if (!renderer) throw new Error(`nothing renders the answer of ${operation}`);
    const answer = storable(await renderer.render(operation, saga));
    const answered = (ids: string[]): void => unit.afterCommit(() => this.announce(ids, answer));
    unit.write(sagaAnswers, { sagaId: saga.id, operation, answer, ttlMs: this.routes.ttlMsOf(operation), answered });
  }

  /** Wakes who waits here at once, and the other processes a moment later. */
  private announce(recordIds: readonly string[], answer: Answer): void {
    this.decisions.wake(recordIds, answer);
    this.channel.tell(recordIds);
  }
}
