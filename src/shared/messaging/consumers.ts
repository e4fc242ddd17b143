import { CONSUMES, type Consumer, type Subscription } from './consumer.js';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A consumer as this version of the service declares it. */
export interface DeclaredConsumer extends Subscription {
  readonly instance: Consumer;
}

/** Finds every provider with `@Consumes`. */
@Injectable()
export class Consumers {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Throws when two of them share a name: each would miss what the other has consumed. */
  all(): DeclaredConsumer[] {
    const declared = new Map<string, DeclaredConsumer>();
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const subscription = metatype && (Reflect.getMetadata(CONSUMES, metatype) as Subscription | undefined);
      if (!subscription) continue;
      if (declared.has(subscription.consumer)) throw new Error(`two consumers are called ${subscription.consumer}`);
      declared.set(subscription.consumer, { ...subscription, instance: instance as Consumer });
    }
    return [...declared.values()];
  }
}
