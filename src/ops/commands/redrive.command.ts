import { ACTING, perform } from '../act.js';
import { redriveGroups } from '../bulk-redrive.js';
import type { Command, Desk, Ended } from '../command.js';
import { CouldNotAsk } from '../could-not-ask.error.js';
import type { Wanted } from '../wanted.js';

export const redrive: Command = {
  takes: '[job id]',
  does: 'make a job due, or deliver dead letters again: one, those of one error, or all',
  options: { group: '<group of an error>', all: true, ...ACTING },
  run: (wanted, desk) => meant(wanted)(wanted, desk),
};

/** Exactly one of the three: what is left out by mistake must not mean "all". */
function meant(wanted: Wanted): (wanted: Wanted, desk: Desk) => Promise<Ended> {
  const group = wanted.text('group');
  if ([wanted.hasSubject, group !== undefined, wanted.has('all')].filter(Boolean).length !== 1)
    throw new CouldNotAsk('Say what to redrive: either a job id, or --group <group>, or --all.');
  if (wanted.hasSubject) return redriveOne;
  return (all, desk) => redriveGroups(group, all, desk);
}

const redriveOne = (wanted: Wanted, desk: Desk): Promise<Ended> =>
  perform({ path: `jobs/${wanted.subject}/redrive`, body: {} }, wanted, desk);
