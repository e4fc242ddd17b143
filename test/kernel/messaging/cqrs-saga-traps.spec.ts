import { ErrandGiven, errand, errandProviders, giveErrand, troubles } from '../support/errand.js';
import { openKernel } from '../support/kernel.js';
import { plainCqrs } from '../support/plain-cqrs.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { newId } from '#shared/kernel/ids.js';
import { AdvanceSaga, advances } from '#shared/saga/advance-saga.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { Command, CommandHandler, EventBus, Saga } from '@nestjs/cqrs';
import { Subject, map, type Observable } from 'rxjs';

class Rung {
  constructor(readonly by: string) {}
}
class Open extends Command<void> {
  constructor(readonly to: string) {
    super();
  }
}

let opened: string[] = [];

@CommandHandler(Open)
class OpenHandler {
  async execute({ to }: Open): Promise<void> {
    if (to === 'a thief') throw new Error('not to you');
    opened.push(to);
  }
}

let database: TestDatabase;
let kernel: INestApplicationContext;
beforeAll(async () => {
  database = await createTestDatabase();
  kernel = await openKernel(database.url, errandProviders, { ROLE: 'api' });
});
beforeEach(() => {
  opened = [];
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

const statusOf = async (errandId: string): Promise<string | undefined> =>
  (await kernel.get(SagaStore).find('errand', errandId))?.status;

describe('a throw inside a saga’s operators', () => {
  @Injectable()
  class Doorman {
    @Saga()
    rung = (events: Observable<object>): Observable<Open> =>
      events.pipe(
        map((event) => {
          const { by } = event as Rung;
          if (by === 'a ghost') throw new Error('nobody there');
          return new Open(by);
        }),
      );
  }

  it('ends the stream for good in the library', async () => {
    const plain = await plainCqrs(OpenHandler, Doorman);
    const events = plain.get(EventBus);
    events.publish(new Rung('the first guest'));
    events.publish(new Rung('a ghost'));
    events.publish(new Rung('the second guest'));
    await new Promise(setImmediate);
    expect(opened).toEqual(['the first guest']);
    await plain.close();
  });

  it('cannot happen in our bridge: it only asks for the class of an event', () => {
    const events = new Subject<object>();
    const heard: AdvanceSaga[] = [];
    let ended = false;
    events.pipe(advances(errand)).subscribe({
      next: (advance) => heard.push(advance),
      error: () => (ended = true),
      complete: () => (ended = true),
    });
    const hostile = new Proxy(new Rung('a ghost'), {
      get: (target, member) => {
        if (member === 'constructor') return target.constructor;
        throw new Error('do not touch');
      },
    });
    for (const event of [hostile, Object.create(null) as object, {}, new Rung('x')]) events.next(event);
    const given = new ErrandGiven('e1');
    events.next(given);
    expect(ended).toBe(false);
    expect(heard).toEqual([new AdvanceSaga('errand', given)]);
  });

  it('in our table fails the unit that published, and the next one is heard', async () => {
    const [stumbles, next] = [newId(), newId()];
    troubles.mapping.add(stumbles);
    await expect(giveErrand(kernel, stumbles)).rejects.toThrow(`errand ${stumbles} stumbles`);
    await giveErrand(kernel, next);
    expect(await statusOf(stumbles)).toBeUndefined();
    expect(await statusOf(next)).toBe('completed');
  });
});

describe('a failing command that a saga sends', () => {
  @Injectable()
  class Doorman {
    @Saga()
    rung = (events: Observable<object>): Observable<Open> => events.pipe(map((event) => new Open((event as Rung).by)));
  }

  it('is logged and dropped by the library: whoever published hears nothing', async () => {
    const plain = await plainCqrs(OpenHandler, Doorman);
    const published = async (): Promise<unknown> => plain.get(EventBus).publish(new Rung('a thief'));
    await expect(published()).resolves.toBeUndefined();
    await plain.close();
  });

  it('reaches whoever published with us, and nothing of its unit is committed', async () => {
    const stumbles = newId();
    troubles.command.add(stumbles);
    await expect(giveErrand(kernel, stumbles)).rejects.toThrow(`errand ${stumbles} stumbles`);
    expect(await statusOf(stumbles)).toBeUndefined();
  });

  it('can be sent again: the same event starts the same saga', async () => {
    const stumbles = newId();
    troubles.command.add(stumbles);
    await expect(giveErrand(kernel, stumbles)).rejects.toThrow('stumbles');
    troubles.command.delete(stumbles);
    await giveErrand(kernel, stumbles);
    expect(await statusOf(stumbles)).toBe('completed');
  });
});

describe('a saga of a definition that is not known here', () => {
  it('is recognised before anybody touches it', () => {
    expect(kernel.get(SagaRuntime).knows('errand')).toBe(true);
    expect(kernel.get(SagaRuntime).knows('errand-of-tomorrow')).toBe(false);
  });
});
