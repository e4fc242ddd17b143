import { Inbox } from './inbox.js';
import { InboxStore } from './inbox.store.js';
import { MessageDoor } from './message-door.js';
import { ConsumptionPurge } from './consumption-purge.js';
import { Consumers } from './consumers.js';
import { DeliveryStore } from './delivery.store.js';
import { publishThroughOutbox } from './outbox.js';
import { RELAY_POLICY, relayPolicy } from './relay-policy.js';
import { RELAY_CONNECTIONS, RELAY_POOL } from './relay-pool.js';
import { Relay } from './relay.js';
import { UnitEventPublisher } from './unit-event-publisher.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { createPool, PLANNED_ONCE } from '../database/pools.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { currentTracer } from '../observability/tracing/tracing.js';
import { AdvanceSagaHandler } from '../saga/advance-saga.js';
import { SagaDeadlines } from '../saga/saga-deadlines.js';
import { SagaHistoryStore } from '../saga/saga-history.store.js';
import { SagaInstance } from '../saga/saga.entity.js';
import { SagaRuntime } from '../saga/saga.runtime.js';
import { SagaStore } from '../saga/saga.store.js';
import { tellTraces } from '../saga/saga-spans.js';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule, EventBus } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';

/** Events inside units of work, sagas that advance there, the outbox and its consumers, the inbox of others' messages. */
@Global()
@Module({
  imports: [CqrsModule.forRoot(), DiscoveryModule, TypeOrmModule.forFeature([SagaInstance])],
  providers: [
    SagaStore,
    SagaHistoryStore,
    SagaRuntime,
    SagaDeadlines,
    AdvanceSagaHandler,
    InboxStore,
    Inbox,
    MessageDoor,
    Consumers,
    DeliveryStore,
    {
      provide: RELAY_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) => createPool(config.databaseUrl!, RELAY_CONNECTIONS, 'relay', PLANNED_ONCE),
    },
    { provide: RELAY_POLICY, inject: [CONFIG], useFactory: relayPolicy },
    Relay,
    ConsumptionPurge,
  ],
  exports: [RELAY_POOL, CqrsModule, SagaRuntime, SagaStore, SagaHistoryStore, Relay, Inbox, InboxStore, MessageDoor],
})
export class MessagingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly events: EventBus,
    private readonly units: UnitOfWork,
    private readonly relay: Relay,
    @Inject(RELAY_POOL) private readonly relayPool: Pool,
  ) {}

  onModuleInit(): void {
    this.events.publisher = new UnitEventPublisher(this.events.subject$);
    this.units.join(publishThroughOutbox(() => this.relay.nudge()));
    if (currentTracer()) this.units.join(tellTraces);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relayPool.end();
  }
}
