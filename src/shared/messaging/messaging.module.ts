import { publishThroughOutbox } from './outbox.js';
import { UnitEventPublisher } from './unit-event-publisher.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { AdvanceSagaHandler } from '../saga/advance-saga.js';
import { SagaDeadlines } from '../saga/saga-deadlines.js';
import { SagaInstance } from '../saga/saga.entity.js';
import { SagaRuntime } from '../saga/saga.runtime.js';
import { SagaStore } from '../saga/saga.store.js';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { CqrsModule, EventBus } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';

/** Events inside units of work, sagas that advance there, and the outbox through which events leave. */
@Global()
@Module({
  imports: [CqrsModule.forRoot(), TypeOrmModule.forFeature([SagaInstance])],
  providers: [SagaStore, SagaRuntime, SagaDeadlines, AdvanceSagaHandler],
  exports: [CqrsModule, SagaRuntime, SagaStore],
})
export class MessagingModule implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly units: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.events.publisher = new UnitEventPublisher(this.events.subject$);
    this.units.join(publishThroughOutbox);
  }
}
