import { ACTING, DECIDING, perform, reasonOf } from '../act.js';
import type { Command, Desk } from '../command.js';
import { CouldNotAsk } from '../could-not-ask.error.js';
import type { Wanted } from '../wanted.js';

type Body = Readonly<Record<string, unknown>>;

const pathOf = ({ subject }: Wanted, act: string): string => `sagas/${subject}/${act}`;

/** An act that only needs its reason. */
const plain = (act: string, does: string): Command => ({
  takes: '<saga id>',
  does,
  options: ACTING,
  run: (wanted, desk) => perform({ path: pathOf(wanted, act), body: {} }, wanted, desk),
});

export const retry = plain('retry', 'do now what waits for its time');
export const quarantine = plain('quarantine', 'keep a saga from moving');
export const release = plain('release', 'let a saga move again');

export const compensate: Command = {
  takes: '<saga id>',
  does: 'undo an order',
  options: DECIDING,
  async run(wanted, desk) {
    return perform({ path: pathOf(wanted, 'compensate'), body: await seen(wanted, desk) }, wanted, desk);
  },
};

export const resolve: Command = {
  takes: '<saga id>',
  does: 'say what the provider’s books show about a payment or a refund in doubt',
  options: {
    applied: '<what the provider calls it: pi_… or re_…>',
    'not-applied': true,
    evidence: '<what was seen and where; the reason without it>',
    ...DECIDING,
  },
  async run(wanted, desk) {
    const evidence = wanted.text('evidence') ?? reasonOf(wanted);
    const body = { ...foundOf(wanted), evidence, ...(await seen(wanted, desk)) };
    return perform({ path: pathOf(wanted, 'resolve'), body }, wanted, desk);
  },
};

function foundOf(wanted: Wanted): Body {
  const reference = wanted.text('applied');
  if ((reference !== undefined) === wanted.has('not-applied'))
    throw new CouldNotAsk('Say what the books show: either --applied <reference> or --not-applied.');
  return reference === undefined ? { outcome: 'not_applied' } : { outcome: 'applied', providerReference: reference };
}

/**
 * What a person at the terminal decides on is what the saga is now: should it move before the press, the press is
 * refused. A repetition of an earlier press is about what was seen then.
 */
async function seen(wanted: Wanted, { ask, service }: Desk): Promise<Body> {
  reasonOf(wanted);
  const given = wanted.text('saga-version');
  if (given !== undefined) return { sagaVersion: versionOf(given) };
  const isDecidedHere = ask && !wanted.has('yes') && !wanted.has('dry-run') && !wanted.text('idempotency-key');
  if (!isDecidedHere) return {};
  const { version } = await service.read<{ version: number }>(`sagas/${wanted.subject}`);
  return { sagaVersion: version };
}

function versionOf(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new CouldNotAsk('--saga-version must be the number that `saga` shows as the version.');
}
