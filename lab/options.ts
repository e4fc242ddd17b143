import { complaintOf, UsageError } from '../bench/usage-error.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** What a run is to be. */
export interface Options {
  readonly durationMs: number;
  readonly seed: number;
  readonly instances: number;
  readonly json: boolean;
  /** The folder that the page is written to. */
  readonly out: string;
}

const USAGE =
  'Usage: npm run lab -- [--minutes <0.1 to 1440>] [--seed <whole number> | --seed random] [--instances <1 to 8>] ' +
  '[--json] [--out <folder>]';

/** Seeds are as large as a draw takes. */
const SEEDS = 2 ** 32;

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const { minutes, seed, instances, json, out } = parsed(args);
  return {
    durationMs: Math.round(number(minutes, /^\d{1,4}([.]\d{1,3})?$/, 0.1, 1440) * 60_000),
    seed: seed === 'random' ? randomInt(SEEDS) : number(seed, /^\d{1,10}$/, 0, SEEDS - 1),
    instances: number(instances, /^\d$/, 1, 8),
    json,
    out,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '2' },
        seed: { type: 'string', default: 'random' },
        instances: { type: 'string', default: '2' },
        json: { type: 'boolean', default: false },
        out: { type: 'string', default: 'artefacts/lab' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${complaintOf(error)} ${USAGE}`);
  }
}

function number(text: string, form: RegExp, least: number, most: number): number {
  const value = Number(text);
  if (form.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`"${text}" cannot be used. ${USAGE}`);
}
