import { DECIDES, type DecidedAnswer } from './contract/decided-answer.js';
import { Decisions } from './decisions.js';
import { sagaAnswers } from './record-writes.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { SagaDecided } from '#shared/saga/saga-decided.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Takes part in every commit: a unit that decides a saga also writes the answer into the records that wait for it. */
@Injectable()
export class SagaAnswers implements OnModuleInit {
  private readonly renderers = new Map<string, DecidedAnswer>();

  constructor(
    private readonly units: UnitOfWork,
    private readonly decisions: Decisions,
    private readonly discovery: DiscoveryService,
    @Inject(CONFIG) private readonly config: Config,
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
      if (!(event instanceof SagaDecided) || !event.saga.entryOperation) continue;
      const { id: sagaId, entryOperation: operation } = event.saga;
      const renderer = this.renderers.get(operation);
      if (!renderer) throw new Error(`nothing renders the answer of ${operation}`);
      const answer = await renderer.render(operation, event.saga);
      const answered = (ids: string[]): void => unit.afterCommit(() => this.decisions.announce(ids));
      unit.write(sagaAnswers, { sagaId, operation, answer, ttlMs: this.config.idempotencyTtlMs, answered });
    }
  }
}
