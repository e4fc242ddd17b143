import { ErrandGiven, errandProviders } from '../support/errand.js';
import { barrier } from '../support/gate.js';
import { openKernel } from '../support/kernel.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { newId } from '#shared/kernel/ids.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { stepInserts, stepUpdates } from '#shared/saga/step-writes.js';
import { DataSource } from 'typeorm';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';

let database: TestDatabase;
let one: INestApplicationContext;
let other: INestApplicationContext;
beforeAll(async () => {
  database = await createTestDatabase();
  one = await openKernel(database.url, errandProviders, { ROLE: 'api' });
  other = await openKernel(database.url, errandProviders, { ROLE: 'api' });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

describe('B040 Two saga instances for one operation', () => {
  it('a start that is told to two processes at once begins one saga', async () => {
    const id = newId();
    const bothPublish = barrier(2);
    let runs = 0;
    const start = (kernel: INestApplicationContext): Promise<void> =>
      kernel.get(UnitOfWork).run(async () => {
        if (runs++ < 2) await bothPublish();
        kernel.get(EventBus).publish(new ErrandGiven(id));
      });
    await Promise.all([start(one), start(other)]);
    const sagas = await one
      .get(DataSource)
      .query<object[]>('SELECT status FROM saga.sagas WHERE correlation_id = $1', [id]);
    expect(sagas).toEqual([{ status: 'completed' }]);
  });

  it('a start that is told again later changes nothing', async () => {
    const id = newId();
    const start = (sagaId: string): Promise<void> =>
      one.get(UnitOfWork).run(async () => one.get(EventBus).publish(new ErrandGiven(id, sagaId)));
    await start(newId());
    const before = await one.get(SagaStore).find('errand', id);
    await start(newId());
    expect(await one.get(SagaStore).find('errand', id)).toEqual(before);
  });
});

describe('a finished marker', () => {
  const fetchOf = async (id: string, status: 'refused' | 'unknown') => {
    const saga = (await one.get(SagaStore).find('errand', id))!;
    return { sagaId: saga.id, step: { ...saga.steps[0]!, status } };
  };

  it.each(['refused', 'unknown'] as const)('never becomes %s, whoever writes it', async (status) => {
    const id = newId();
    await one.get(UnitOfWork).run(async () => one.get(EventBus).publish(new ErrandGiven(id)));
    const row = await fetchOf(id, status);
    let runs = 0;
    await one.get(UnitOfWork).run(async (unit) => {
      if (++runs === 1) unit.write(stepUpdates, row);
    });
    expect(runs).toBe(2);
    expect((await one.get(SagaStore).find('errand', id))!.steps[0]).toMatchObject({ status: 'done' });
  });

  it('is not written a second time, whoever inserts it', async () => {
    const id = newId();
    await one.get(UnitOfWork).run(async () => one.get(EventBus).publish(new ErrandGiven(id)));
    const row = await fetchOf(id, 'refused');
    let runs = 0;
    await one.get(UnitOfWork).run(async (unit) => {
      if (++runs === 1) unit.write(stepInserts, row);
    });
    expect(runs).toBe(2);
    expect((await one.get(SagaStore).find('errand', id))!.steps[0]).toMatchObject({ status: 'done' });
  });
});
