import { complaintOf, UsageError } from './usage-error.ts';
import { parseArgs } from 'node:util';

/** What a run measures, and how long. */
export interface Options {
  readonly json: boolean;
  readonly quick: boolean;
  readonly growth: boolean;
  /** Names of measurements; all of them when empty. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly clients: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** Requests a second; as many as are answered when absent. */
  readonly rate?: number;
  /** Minutes of a soak, instead of anything else. */
  readonly soak?: number;
  /** Where the report and its drawings are written, for the documents. */
  readonly out?: string;
}

const USAGE =
  'Usage: npm run bench [-- --quick | --growth | --soak <minutes>] [--json] [--out <directory>] [--only <names>] ' +
  '[--rounds <n>] [--seconds <n>] [--clients <n>]';

/** For a first look within three minutes: two rounds, of which the first is warming up still, and their mean. */
const QUICK = { rounds: 2, warmUpMs: 1_000, windowMs: 2_000 };
/** Three rounds give a median; a window is long enough to have a checkpoint and a collection of garbage in it. */
const THOROUGH = { rounds: 3, warmUpMs: 3_000, windowMs: 10_000 };

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const { quick, growth, soak, only, out, rounds, seconds, clients, json } = parsed(args);
  if ([quick, growth, soak !== undefined].filter(Boolean).length > 1)
    throw new UsageError(`One of --quick, --growth and --soak at a time. ${USAGE}`);
  if (only !== '' && soak !== undefined)
    throw new UsageError(`A soak is of one kind of traffic: without --only. ${USAGE}`);
  if (only !== '' && out !== undefined)
    throw new UsageError('What is measured for the documents is measured whole: --out goes without --only.');
  const times = quick ? QUICK : THOROUGH;
  return {
    json,
    quick,
    growth,
    only: only.split(',').filter((name) => name !== ''),
    clients: whole(clients),
    out,
    soak: readNumber(soak),
    rounds: readNumber(rounds) ?? times.rounds,
    warmUpMs: times.warmUpMs,
    windowMs: seconds === undefined ? times.windowMs : whole(seconds) * 1_000,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        growth: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        soak: { type: 'string' },
        out: { type: 'string' },
        clients: { type: 'string', default: '32' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${complaintOf(error)} ${USAGE}`);
  }
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`"${text}" is no whole number above 0. ${USAGE}`);
  return Number(text);
}

const readNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : whole(text));
