import { ErrandFetched, errandProviders, giveErrand } from '../support/errand.js';
import { gate } from '../support/gate.js';
import { openKernel } from '../support/kernel.js';
import { plainCqrs } from '../support/plain-cqrs.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { newId } from '#shared/kernel/ids.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import type { INestApplicationContext } from '@nestjs/common';
import { AggregateRoot, EventBus, EventPublisher, EventsHandler } from '@nestjs/cqrs';

class Knocked {}

let database: TestDatabase;
let kernel: INestApplicationContext;
beforeAll(async () => {
  database = await createTestDatabase();
  kernel = await openKernel(database.url, errandProviders, { ROLE: 'api' });
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

/** A plain library whose only listener waits at a gate. */
async function slowListener() {
  const { opened, open } = gate();
  let answered = false;
  @EventsHandler(Knocked)
  class Listener {
    async handle(): Promise<void> {
      await opened;
      answered = true;
    }
  }
  return { plain: await plainCqrs(Listener), open, answered: () => answered };
}

describe('publishing', () => {
  it('does not wait for anybody in the library', async () => {
    const { plain, open, answered } = await slowListener();
    await (plain.get(EventBus).publish(new Knocked()) as unknown as Promise<void>);
    expect(answered()).toBe(false);
    open();
    await new Promise(setImmediate);
    expect(answered()).toBe(true);
    await plain.close();
  });

  it('is followed by everything that follows from it before our unit is committed', async () => {
    const id = newId();
    await giveErrand(kernel, id);
    expect(await kernel.get(SagaStore).find('errand', id)).toMatchObject({
      status: 'completed',
      steps: [
        { name: 'fetch', status: 'done' },
        { name: 'deliver', status: 'done' },
      ],
    });
  });

  it('makes one commit of everything that follows', async () => {
    const units = kernel.get(UnitOfWork);
    const before = units.commits;
    await giveErrand(kernel, newId());
    expect(units.commits - before).toBe(1);
  });

  it('is refused outside of a unit: the event would be heard and never stored', () => {
    expect(() => kernel.get(EventBus).publish(new ErrandFetched('e1'))).toThrow(
      'publishing ErrandFetched outside a unit of work: open one at the request, message or job door',
    );
    expect(() => kernel.get(EventBus).publishAll([new ErrandFetched('e1')])).toThrow('outside a unit of work');
  });

  it('is refused after the unit that it belonged to has ended', async () => {
    const { opened, open } = gate();
    let late: Promise<unknown> = Promise.resolve();
    await kernel.get(UnitOfWork).run(async (unit) => {
      unit.afterCommit(() => {
        late = opened.then(() => kernel.get(EventBus).publish(new ErrandFetched('e1')));
      });
    });
    open();
    await expect(late).rejects.toThrow('outside a unit of work');
  });
});

describe('AggregateRoot.commit()', () => {
  class Door extends AggregateRoot {
    knock(): void {
      this.apply(new Knocked());
    }
  }

  it('does not await in the library: it returns nothing to wait for', async () => {
    const { plain, open, answered } = await slowListener();
    const door = plain.get(EventPublisher).mergeObjectContext(new Door());
    door.knock();
    const returned: unknown = door.commit();
    expect(returned).toBeUndefined();
    expect(answered()).toBe(false);
    open();
    await plain.close();
  });

  it('only records in our unit, so there is nothing left to wait for', async () => {
    await kernel.get(UnitOfWork).run(async (unit) => {
      const door = kernel.get(EventPublisher).mergeObjectContext(new Door());
      door.knock();
      door.commit();
      expect(unit.events).toEqual([new Knocked()]);
    });
  });

  it('is refused outside of a unit like any other publishing', () => {
    const door = kernel.get(EventPublisher).mergeObjectContext(new Door());
    door.knock();
    expect(() => door.commit()).toThrow('outside a unit of work');
  });
});
