import { TELLS, type CallerProgress, type ProgressTeller } from './progress-teller.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { setTimeout as pause } from 'node:timers/promises';

/** Whoever polls asks again in a second: a world that takes longer than two is not waited for. */
const LONGEST_MS = 2_000;

/** Finds out what the caller of an operation under way may know; never fails a poll, and tells nothing instead. */
@Injectable()
export class ProgressTellers implements OnModuleInit {
  private readonly logger = new Logger('Poll');
  private readonly tellers = new Map<string, ProgressTeller>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const operations = metatype && (Reflect.getMetadata(TELLS, metatype) as string[] | undefined);
      for (const operation of operations ?? []) this.tellers.set(operation, instance as ProgressTeller);
    }
  }

  async tell(operation: string, saga: SagaInstance): Promise<CallerProgress> {
    const told = this.tellers
      .get(operation)
      ?.tell(saga)
      .catch((error: unknown) => this.silence(saga, error));
    return (await Promise.race([told, pause(LONGEST_MS, undefined, { ref: false })])) ?? {};
  }

  /** The kind of error alone: whatever else it holds may be what nobody but the caller is to see. */
  private silence(saga: SagaInstance, error: unknown): undefined {
    const { orderId, id: sagaId } = saga;
    this.logger.warn(
      { orderId, sagaId, reason: error instanceof Error ? error.name : typeof error },
      'nothing could be told',
    );
  }
}
