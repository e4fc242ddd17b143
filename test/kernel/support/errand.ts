import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { newId } from '#shared/kernel/ids.js';
import { PublicEvent } from '#shared/messaging/event-catalog.js';
import { advances } from '#shared/saga/advance-saga.js';
import { define } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Injectable, type INestApplicationContext, type OnModuleInit } from '@nestjs/common';
import { Command, CommandHandler, EventBus, EventsHandler, Saga } from '@nestjs/cqrs';

/** A made-up business of local steps only, where each part can be told to throw for some errands. */
export const troubles = { mapping: new Set<string>(), command: new Set<string>(), listener: new Set<string>() };

const stumble = (over: Set<string>, errandId: string): void => {
  if (over.has(errandId)) throw new Error(`errand ${errandId} stumbles`);
};

@PublicEvent<ErrandGiven>('bench.errand-given', (event) => event.errandId)
export class ErrandGiven {
  readonly tenantId = 'alice';
  constructor(
    readonly errandId: string,
    readonly sagaId = newId(),
  ) {}
}
export class ErrandFetched {
  constructor(readonly errandId: string) {}
}
class ErrandDelivered {
  constructor(readonly errandId: string) {}
}
class ErrandDropped {
  constructor(readonly errandId: string) {}
}

class FetchErrand extends Command<void> {
  constructor(readonly errandId: string) {
    super();
  }
}
class DeliverErrand extends Command<void> {
  constructor(readonly errandId: string) {
    super();
  }
}

export const errand = define<ErrandGiven>({
  name: 'errand',
  correlate: (event: { errandId: string }) => event.errandId,
  startsOn: ErrandGiven,
  identify: ({ sagaId }) => sagaId,
  steps: [
    { name: 'fetch', send: ({ errandId }) => new FetchErrand(errandId), done: ErrandFetched },
    {
      name: 'deliver',
      send: ({ errandId }) => {
        stumble(troubles.mapping, errandId);
        return new DeliverErrand(errandId);
      },
      done: ErrandDelivered,
    },
  ],
  whenUndone: { name: 'drop', send: () => ({}), done: ErrandDropped },
});

@CommandHandler(FetchErrand)
class FetchErrandHandler {
  constructor(private readonly events: EventBus) {}

  /** Takes a while, so that whoever does not wait for it is found out. */
  async execute({ errandId }: FetchErrand): Promise<void> {
    await new Promise(setImmediate);
    stumble(troubles.command, errandId);
    this.events.publish(new ErrandFetched(errandId));
  }
}

@CommandHandler(DeliverErrand)
class DeliverErrandHandler {
  constructor(private readonly events: EventBus) {}

  async execute({ errandId }: DeliverErrand): Promise<void> {
    await new Promise(setImmediate);
    this.events.publish(new ErrandDelivered(errandId));
  }
}

/** Somebody who listens in and does not belong to the saga. */
@EventsHandler(ErrandFetched)
class ErrandListener {
  async handle({ errandId }: ErrandFetched): Promise<void> {
    await new Promise(setImmediate);
    stumble(troubles.listener, errandId);
  }
}

@Injectable()
class ErrandSaga implements OnModuleInit {
  constructor(private readonly runtime: SagaRuntime) {}

  onModuleInit(): void {
    this.runtime.register(errand);
  }

  @Saga()
  advance = advances(errand);
}

export const errandProviders = [FetchErrandHandler, DeliverErrandHandler, ErrandListener, ErrandSaga];

/** One unit that gives an errand; it is through when the errand is. */
export const giveErrand = (kernel: INestApplicationContext, errandId: string): Promise<void> =>
  kernel.get(UnitOfWork).run(async () => kernel.get(EventBus).publish(new ErrandGiven(errandId)));
