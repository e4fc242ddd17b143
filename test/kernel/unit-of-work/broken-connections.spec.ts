import { Bench, doing, dying, saying, type Process } from '../support/bench.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import { randomUUID } from 'node:crypto';
import { Thing } from '../support/thing.entity.js';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
});
beforeEach(async () => {
  process = await bench.process({ max: 3 });
});
afterAll(() => bench.close());

const works = async (count: number): Promise<void> => {
  const words = Array.from({ length: count }, () => randomUUID());
  await Promise.all(words.map((word) => process.units.run(async (unit) => unit.write(saying(word), null))));
  expect(await bench.words()).toEqual(expect.arrayContaining(words));
};

const expectPoolIntact = (): void => {
  const { totalCount, idleCount, waitingCount } = process.pool;
  expect({ waitingCount, busy: totalCount - idleCount, tooMany: totalCount > 3 }).toEqual({
    waitingCount: 0,
    busy: 0,
    tooMany: false,
  });
};

describe('B057 Statements run outside the killed transaction', () => {
  it('a unit whose connection ends between two statements leaves no lone row', async () => {
    const id = randomUUID();
    const failing = process.units.run(async (unit) => {
      unit.insert(Thing.make({ id }));
      unit.write(dying(Rank.update), null);
      unit.write(saying('on another connection', Rank.stock), null);
    });
    await expect(failing).rejects.toMatchObject({ code: '57P01' });
    expect(await bench.stored(id)).toBeUndefined();
    expect(await bench.words()).not.toContain('on another connection');
    await works(1);
  });

  it('the statements after it are not sent at all, also when the connection ends between two of them', async () => {
    const failing = process.units.run(async (unit) => {
      unit.write(
        doing(Rank.update, async (sql) => {
          const { rows } = await sql<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await bench.rows('SELECT pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
        }),
        null,
      );
      unit.write(saying('after the end', Rank.stock), null);
    });
    // "Connection terminated" or ECONNRESET, as the network has it.
    await expect(failing).rejects.toThrow(/conn/i);
    expect(await bench.words()).not.toContain('after the end');
    expectPoolIntact();
  });
});

describe('B065 Pool slot lost when ROLLBACK fails', () => {
  it('200 connections ended inside a transaction cost no slot, and each caller hears the first error', async () => {
    const errors: unknown[] = [];
    const dies = (): Promise<unknown> =>
      process.units
        .run(async (unit) => unit.write(dying(), null))
        .catch((error: unknown) => errors.push((error as { code?: string }).code));
    for (let dead = 0; dead < 200; dead += 4) await Promise.all([dies(), dies(), dies(), dies()]);
    expect(errors).toEqual(Array.from({ length: 200 }, () => '57P01'));
    await works(20);
    expectPoolIntact();
  }, 90_000); // 200 new connections take a busy machine longer than other tests.
});

describe('B007 Race surfaces at COMMIT, not at INSERT', () => {
  const single = (word: string) =>
    doing(Rank.insert, (sql) => sql('INSERT INTO bench.singles (word) VALUES ($1)', [word]), 'single');

  it('the caller hears of it and nothing of the unit persists', async () => {
    await process.units.run(async (unit) => unit.write(single('mine'), null));
    let told = false;
    const failing = process.units.run(async (unit) => {
      unit.write(single('mine'), null);
      unit.write(saying('with the loser'), null);
      unit.afterCommit(() => (told = true));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'singles_once' });
    expect(await bench.words()).not.toContain('with the loser');
    expect(told).toBe(false);
  });
});

describe('B066 Double release after a failed commit', () => {
  it('commits that fail cost no slot and the process goes on', async () => {
    const failing = (): Promise<void> =>
      process.units.run(async (unit) =>
        unit.write(
          doing(Rank.insert, (sql) => sql(`INSERT INTO bench.singles (word) VALUES ('twice'), ('twice')`)),
          null,
        ),
      );
    for (let round = 0; round < 10; round++) await expect(failing()).rejects.toMatchObject({ code: '23505' });
    await works(20);
    expectPoolIntact();
  });

  it('a COMMIT that the database answers with ROLLBACK is a failure, and the connection is whole', async () => {
    let told = false;
    const failing = process.units.run(async (unit) => {
      unit.write(saying('swallowed'), null);
      unit.write(
        doing(Rank.stock, (sql) => sql('SELECT 1 / 0').catch(() => undefined)),
        null,
      );
      unit.afterCommit(() => (told = true));
    });
    await expect(failing).rejects.toThrow('the database answered COMMIT with ROLLBACK');
    expect(told).toBe(false);
    expect(await bench.words()).not.toContain('swallowed');
    await works(1);
    expectPoolIntact();
  });
});
