import { DecisionChannel } from './decision-channel.js';
import { Decisions } from './decisions.js';
import { Claiming } from './door/claiming.js';
import { PollController } from './http/poll.controller.js';
import { RecordStore } from './record.store.js';
import { SagaAnswers } from './saga-answers.js';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

/** The request door and the records behind it. Global, because `@Idempotent()` binds the door's parts to any controller. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [PollController],
  providers: [RecordStore, DecisionChannel, Decisions, SagaAnswers, Claiming],
  exports: [RecordStore, Decisions, Claiming],
})
export class IdempotencyModule {}
