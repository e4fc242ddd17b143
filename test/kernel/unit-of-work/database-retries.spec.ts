import { Bench, doing, saying, type Process } from '../support/bench.js';
import { barrier } from '../support/gate.js';
import { Rank, type Sql } from '#shared/database/unit-of-work/write-kind.js';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

const raising = (sqlState: string) => (sql: Sql) =>
  sql(`DO $$ BEGIN RAISE EXCEPTION 'again, please' USING ERRCODE = '${sqlState}'; END $$`);

/** Fails this often at its last statement, then goes through; returns how often it ran. */
async function unluckyUnit(sqlState: string, times: number, word: string): Promise<number> {
  let runs = 0;
  await process.units
    .run(async (unit) => {
      runs++;
      unit.write(saying(word), null);
      if (runs <= times) unit.write(doing(Rank.stock, raising(sqlState)), null);
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== sqlState) throw error;
    });
  return runs;
}

describe.each([
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
  ['a unique name that somebody has just taken', '23505'],
])('%s', (_, sqlState) => {
  it.each([1, 3])('that happens %i times is repeated inside and leaves one effect', async (times) => {
    const word = `${sqlState} ${times}`;
    expect(await unluckyUnit(sqlState, times, word)).toBe(times + 1);
    expect((await bench.words()).filter((said) => said === word)).toEqual([word]);
  });

  it('that does not end is given up after three repeats and leaves nothing', async () => {
    expect(await unluckyUnit(sqlState, Infinity, `${sqlState} always`)).toBe(4);
    expect(await bench.words()).not.toContain(`${sqlState} always`);
  });
});

describe('two units of two processes that lock the same rows in opposite order', () => {
  it('both commit: the database ends one of them and it runs again', async () => {
    const [left, right] = [await bench.put(process), await bench.put(process)];
    const bothHoldOne = barrier(2);
    const other = await bench.process();
    const locking = ({ units }: Process, first: string, second: string) => {
      let runs = 0;
      const touch = (sql: Sql, id: string) => sql('UPDATE bench.things SET amount = amount + 1 WHERE id = $1', [id]);
      const work = async (sql: Sql) => {
        // The server looks for a deadlock after this long; the default of 1 s would only make the test slow.
        await sql(`SET LOCAL deadlock_timeout = '20ms'`);
        // A group gives up a lock soon, which on a busy machine is before the other one has come.
        await sql('SET LOCAL lock_timeout = 0');
        await touch(sql, first);
        if (runs === 1) await bothHoldOne();
        await touch(sql, second);
      };
      return units
        .run(async (unit) => {
          runs++;
          unit.write(doing(Rank.update, work), null);
        })
        .then(() => runs);
    };
    const runs = await Promise.all([locking(process, left, right), locking(other, right, left)]);
    expect(Math.max(...runs)).toBeGreaterThan(1);
    expect(await bench.stored(left)).toMatchObject({ amount: '2' });
    expect(await bench.stored(right)).toMatchObject({ amount: '2' });
  });
});

describe('a serialization failure that shows only at COMMIT', () => {
  it('is repeated like any other', async () => {
    await bench.rows(`
      CREATE TABLE bench.moody (run integer);
      CREATE FUNCTION bench.sulk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.run = 1 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER sulk AFTER INSERT ON bench.moody DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION bench.sulk()`);
    let runs = 0;
    await process.units.run(async (unit) => {
      const run = ++runs;
      unit.write(
        doing(Rank.insert, (sql) => sql('INSERT INTO bench.moody VALUES ($1)', [run])),
        null,
      );
    });
    expect(await bench.rows('SELECT run FROM bench.moody')).toEqual([{ run: 2 }]);
  });
});

describe('every other verdict of the database', () => {
  it.each(['23514', '22003', '53100', '42P01'])('%s ends the unit at once', async (sqlState) => {
    expect(await unluckyUnit(sqlState, 1, sqlState)).toBe(1);
    expect(await bench.words()).not.toContain(sqlState);
  });
});
