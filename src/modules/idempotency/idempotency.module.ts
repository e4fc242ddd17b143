import { DecisionChannel } from './decision-channel.js';
import { Decisions } from './decisions.js';
import { Claiming } from './door/claiming.js';
import { PolicyController } from './http/policy.controller.js';
import { PollController } from './http/poll.controller.js';
import { RecordStore } from './record.store.js';
import { ExpirySweep } from './expiry-sweep.js';
import { ListRequestsHandler } from './list-requests.handler.js';
import { NextLook } from './next-look.js';
import { OperationKeys } from './operation-keys.js';
import { ProgressTellers } from './progress-tellers.js';
import { Undecided } from './undecided.js';
import { KeyedRoutes } from './routes/keyed-routes.js';
import { SagaAnswers } from './saga-answers.js';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';

/** The request door and the records behind it. Global, because `@Idempotent()` binds the door's parts to any controller. */
@Global()
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  controllers: [PolicyController, PollController],
  providers: [
    KeyedRoutes,
    RecordStore,
    OperationKeys,
    DecisionChannel,
    Decisions,
    ProgressTellers,
    NextLook,
    Undecided,
    SagaAnswers,
    Claiming,
    ExpirySweep,
    ListRequestsHandler,
  ],
  exports: [KeyedRoutes, RecordStore, Decisions, Claiming, Undecided],
})
export class IdempotencyModule {}
