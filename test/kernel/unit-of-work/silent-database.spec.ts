import { Bench, doing, saying, type Process } from '../support/bench.js';
import { gate } from '../support/gate.js';
import { openStatementRoad, type StatementRoad } from '../../support/statement-road.js';
import { Rank } from '#shared/database/unit-of-work/write-kind.js';
import type { RoadStatement, Moment } from '../../support/statement-guard.js';

let bench: Bench;
let road: StatementRoad;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  road = await openStatementRoad(bench.database.url);
  process = await bench.process({ url: road.url });
});
afterAll(async () => {
  await road.close();
  await bench.close();
});

const say = (word: string): Promise<void> => process.units.run(async (unit) => unit.write(saying(word), null));

const timesSaid = async (word: string): Promise<number> => (await bench.words()).filter((said) => said === word).length;

/** From now on the first such statement of a group goes no further, as if the other end had vanished without a word. */
function silenceAt(moment: Moment, isIt: (statement: RoadStatement) => boolean): { readonly met: Promise<void> } {
  const met = gate();
  const never = gate();
  let isOver = false;
  road.watch(async (statement, when) => {
    if (isOver || when !== moment || statement.of !== 'ichido group writes' || !isIt(statement)) return 'pass';
    isOver = true;
    met.open();
    await never.opened;
    return 'cut';
  });
  return { met: met.opened };
}

describe('danger: the database falls silent in the middle of a group, and everybody waits behind it', () => {
  it('what had not been committed is written alone, what comes later is written too, each once', async () => {
    const silence = silenceAt('before', ({ text }) => text.startsWith('BEGIN'));
    const first = say('was on its way');
    await silence.met;
    const second = say('came later');
    await Promise.all([first, second]);
    expect(await Promise.all([timesSaid('was on its way'), timesSaid('came later')])).toEqual([1, 1]);
  });

  it('a unit that fails hears why, and nobody waits for the end of its transaction', async () => {
    const silence = silenceAt('before', ({ text }) => text === 'ROLLBACK');
    const failing = process.units
      .run(async (unit) =>
        unit.write(
          doing(Rank.update, (sql) => sql('SELECT 1 / 0')),
          null,
        ),
      )
      .catch((error: unknown) => error);
    await silence.met;
    await say('came behind it');
    expect(await failing).toMatchObject({ code: '22012' });
    expect(await timesSaid('came behind it')).toBe(1);
  });

  it('a commit whose answer never comes is looked up, and not written again', async () => {
    const silence = silenceAt('after', ({ text }) => text === 'COMMIT');
    const first = say('was committed');
    await silence.met;
    const second = say('came after the commit');
    await Promise.all([first, second]);
    expect(await Promise.all([timesSaid('was committed'), timesSaid('came after the commit')])).toEqual([1, 1]);
  });
});
