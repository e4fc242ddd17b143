import { ErrandGiven, errandProviders, giveErrand, troubles } from '../support/errand.js';
import { openKernel } from '../support/kernel.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { newId } from '#shared/kernel/ids.js';
import { PublicEvent } from '#shared/messaging/event-catalog.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import pg from 'pg';

let database: TestDatabase;
let kernel: INestApplicationContext;
let observer: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  kernel = await openKernel(database.url, errandProviders, { ROLE: 'api' });
  observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await kernel.close();
  await database.drop();
});

const messagesOf = async (errandId: string): Promise<object[]> =>
  (
    await observer.query<{ tenant_id: string; name: string; payload: object }>(
      'SELECT tenant_id, name, payload FROM messaging.outbox WHERE aggregate_id = $1 ORDER BY position',
      [errandId],
    )
  ).rows;

describe('an event that is made public', () => {
  it('leaves under its wire name with the commit that made it true; the saga’s own events stay inside', async () => {
    const id = newId();
    await giveErrand(kernel, id);
    expect(await messagesOf(id)).toMatchObject([
      { tenant_id: 'alice', name: 'bench.errand-given', payload: { errandId: id } },
    ]);
  });

  it('does not leave when its unit fails', async () => {
    const id = newId();
    troubles.command.add(id);
    await expect(giveErrand(kernel, id)).rejects.toThrow('stumbles');
    expect(await messagesOf(id)).toEqual([]);
  });

  it('leaves in the order of publishing', async () => {
    const [id, first, second] = [newId(), newId(), newId()];
    await kernel.get(UnitOfWork).run(async () => {
      for (const sagaId of [first, second]) kernel.get(EventBus).publish(new ErrandGiven(id, sagaId));
    });
    expect(await messagesOf(id)).toMatchObject([{ payload: { sagaId: first } }, { payload: { sagaId: second } }]);
  });

  it('has a wire name of its own: a second event under it is refused when it is declared', () => {
    class Impostor {}
    expect(() => PublicEvent<Impostor>('bench.errand-given', () => 'x')(Impostor)).toThrow(
      'two events are called bench.errand-given',
    );
  });
});
