import { anyStep, type Frequencies } from './any-step.js';
import { Theatre } from './theatre.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { FULL } from '../support/extent.js';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';

interface Extent extends Frequencies {
  /** Each on premises of its own. */
  readonly evenings: number;
  readonly scenarios: number;
  /** At most, in each of them. */
  readonly steps: number;
  readonly withinMs: number;
}

const MINUTE_MS = 60_000;

/** The start of a process takes two seconds of a core, so that of the short form few instances die. */
const SHORT: Extent = {
  evenings: 1,
  scenarios: 8,
  steps: 40,
  withinMs: 5 * MINUTE_MS,
  struck: 1,
  killed: 1,
  joined: 1,
  frozen: 0,
  inDoubt: 1,
};
const LONG: Extent = {
  evenings: 10,
  scenarios: 12,
  steps: 45,
  withinMs: 20 * MINUTE_MS,
  struck: 30,
  killed: 15,
  joined: 15,
  frozen: 8,
  inDoubt: 6,
};
const { evenings, scenarios, steps, withinMs, ...frequencies } = FULL ? LONG : SHORT;

/** The same seed draws the same scenarios, so that a change is what makes a run fail; MODEL_SEED=random draws others. */
const { MODEL_SEED = '2026' } = process.env;
const SEED = MODEL_SEED === 'random' ? randomInt(2 ** 31 - evenings) : Number(MODEL_SEED);

const theatre = new Theatre();
afterAll(async () => {
  await theatre.close();
  process.stdout.write(`model: ${theatre.steps} steps in ${theatre.scenarios} scenarios as it says\n`);
}, STARTED_WITHIN_MS);

describe('danger: something happens between two requests, or in the middle of one, that nobody has thought of', () => {
  it.each(Array.from({ length: evenings }, (_, evening) => SEED + evening))(
    'MODEL_SEED=%i: whatever happens, the service answers, keeps and takes what the model says',
    async (seed) => {
      const scenario = fc.commands([anyStep(frequencies)], { maxCommands: steps, size: 'max' });
      await fc.assert(
        fc.asyncProperty(scenario, (commands) => theatre.play(commands)),
        // A failure is made smaller for as long as the test has time.
        { seed, numRuns: scenarios, interruptAfterTimeLimit: withinMs - MINUTE_MS, markInterruptAsFailure: true },
      );
      await theatre.close();
    },
    withinMs,
  );
});
