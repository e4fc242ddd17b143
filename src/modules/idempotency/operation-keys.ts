import { REMEMBERS, type RemembersOperations } from '#shared/kernel/remembers-operations.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Finds out whether a key without a record has made something before its record expired (semantics 12). */
@Injectable()
export class OperationKeys implements OnModuleInit {
  private readonly memories: RemembersOperations[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (metatype && Reflect.getMetadata(REMEMBERS, metatype)) this.memories.push(instance as RemembersOperations);
    }
  }

  /** Whether the key did something once; doing it again would be a second order. */
  async remember(operationKey: Buffer): Promise<boolean> {
    const known = await Promise.all(this.memories.map((memory) => memory.remembers(operationKey)));
    return known.includes(true);
  }
}

export const keyExpired = (): DomainError =>
  new DomainError(
    'expired',
    'idempotency_key_expired',
    'This key did something before, and its answer is no longer kept. Nothing was done now; look for the result, and use a new key for a new intent.',
  );
