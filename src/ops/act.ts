import { actLines, type ActDocument } from './act-text.js';
import { ENDED, type Desk, type Ended } from './command.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import type { Options, Wanted } from './wanted.js';
import { randomUUID } from 'node:crypto';

/** What every act takes. */
export const ACTING: Options = {
  reason: '<why, for whoever reads the acts later>',
  'dry-run': true,
  yes: true,
  'idempotency-key': '<key of an earlier press, to repeat it>',
};

/** What every act takes that decides on what was seen of a saga. */
export const DECIDING: Options = { ...ACTING, 'saga-version': '<version that was seen>' };

/** What is sent to press a lever. */
export interface Press {
  /** Below `/api/operations`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Every act says why. Throws CouldNotAsk. */
export const reasonOf = (wanted: Wanted): string =>
  wanted.needed('reason', 'say why, for whoever reads the acts later');

/** What a header can carry and the service takes as a key. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of an earlier press, or a fresh one. Throws CouldNotAsk. */
export function keyOf(wanted: Wanted): string {
  const key = wanted.text('idempotency-key') ?? randomUUID();
  if (KEY.test(key)) return key;
  throw new CouldNotAsk(
    '--idempotency-key must be 1 to 255 visible ASCII characters, as an earlier press has shown it.',
  );
}

/**
 * With `--dry-run` says what a press would do. Otherwise presses: at once with `--yes`, else after whoever sits at the
 * terminal has seen the dry run and agreed.
 */
export async function perform({ path, body }: Press, wanted: Wanted, desk: Desk): Promise<Ended> {
  const { service, screen } = desk;
  const key = keyOf(wanted);
  const again = againOf(key, body);
  const sent = { reason: reasonOf(wanted), ...body };
  const rehearse = (): Promise<ActDocument> => service.press<ActDocument>(path, { ...sent, dryRun: true }, key, again);
  if (wanted.has('dry-run')) {
    const told = await rehearse();
    screen.show(told, () => actLines(told));
    return ENDED.well;
  }
  if (!(await isAgreed(wanted, desk, async () => screen.say(...actLines(await rehearse()))))) return ENDED.refused;
  screen.say(`Idempotency-Key: ${key}`);
  const done = await service.press<ActDocument>(path, sent, key, again);
  screen.show(done, () => actLines(done));
  return ENDED.well;
}

/**
 * Whether to go on: `--yes` says so, else whoever sits at the terminal, after `rehearse` has shown what would happen.
 * Throws CouldNotAsk where nobody does.
 */
export async function isAgreed(wanted: Wanted, { ask, screen }: Desk, rehearse: () => Promise<void>): Promise<boolean> {
  if (wanted.has('yes')) return true;
  if (!ask)
    throw new CouldNotAsk('Nobody can be asked here: add --dry-run to be told what it would do, or --yes to do it.');
  await rehearse();
  if (/^y(es)?$/i.test((await ask('Do it? (y/N) ')).trim())) return true;
  screen.say('Nothing was done.');
  return false;
}

/** What has to be added to a command for the very same request: the version that was seen is a part of it. */
const againOf = (key: string, { sagaVersion }: Press['body']): string =>
  `--idempotency-key ${key}${typeof sagaVersion === 'number' ? ` --saga-version ${sagaVersion}` : ''}`;
