import { ErrandGiven, errandProviders } from '../support/errand.js';
import { openKernel } from '../support/kernel.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { newId } from '#shared/kernel/ids.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import type { StepStatus } from '#shared/saga/saga-state.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { stepUpdates, type StepRow } from '#shared/saga/step-writes.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';

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

const sql = <Row>(text: string, values: unknown[]): Promise<Row[]> => kernel.get(DataSource).query<Row[]>(text, values);

/** A saga whose first step has been tried twice, with these two markers. */
async function triedTwice(first: StepStatus, second: StepStatus): Promise<SagaInstance> {
  const id = newId();
  await kernel.get(UnitOfWork).run(async () => kernel.get(EventBus).publish(new ErrandGiven(id)));
  const saga = (await kernel.get(SagaStore).find('errand', id))!;
  await sql(`UPDATE saga.steps SET status = $2 WHERE saga_id = $1 AND name = 'fetch'`, [saga.id, first]);
  await sql(`INSERT INTO saga.steps (saga_id, name, generation, kind, status) VALUES ($1, 'fetch', 2, 'forward', $2)`, [
    saga.id,
    second,
  ]);
  return saga;
}

const rowOf = ({ id: sagaId }: SagaInstance, generation: number, status: StepStatus): StepRow => ({
  sagaId,
  step: { name: 'fetch', kind: 'forward', generation, status },
});

const markersOf = async ({ id }: SagaInstance): Promise<string[]> =>
  (
    await sql<{ status: string }>(
      `SELECT status FROM saga.steps WHERE saga_id = $1 AND name = 'fetch' ORDER BY generation`,
      [id],
    )
  ).map(({ status }) => status);

describe('danger: one attempt of a step is taken for another', () => {
  it('what comes late about the first one leaves the second alone', async () => {
    const saga = await triedTwice('refused', 'pending');
    let runs = 0;
    await kernel.get(UnitOfWork).run(async (unit) => {
      if (++runs === 1) unit.write(stepUpdates, rowOf(saga, 1, 'done'));
    });
    expect([runs, await markersOf(saga)]).toEqual([2, ['refused', 'pending']]);
  });

  it('a marker that was not accepted is noticed beside one that was', async () => {
    const saga = await triedTwice('refused', 'pending');
    let runs = 0;
    await kernel.get(UnitOfWork).run(async (unit) => {
      if (++runs === 1) unit.write(stepUpdates, rowOf(saga, 1, 'done'), rowOf(saga, 2, 'done'));
    });
    expect([runs, await markersOf(saga)]).toEqual([2, ['refused', 'pending']]);
  });

  it('news about both in one unit is written for both', async () => {
    const { id } = await triedTwice('unknown', 'pending');
    const saga = await kernel.get(UnitOfWork).run(async () => {
      const store = kernel.get(SagaStore);
      const one = (await store.byId(id))!;
      const ends: Record<number, StepStatus> = { 1: 'refused', 2: 'done' };
      const steps = one.steps.map((step) =>
        step.name === 'fetch' ? { ...step, status: ends[step.generation]! } : step,
      );
      store.move(one, { ...one.state(), steps });
      return one;
    });
    expect(await markersOf(saga)).toEqual(['refused', 'done']);
  });
});
