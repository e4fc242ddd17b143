import type { Command } from './command.js';
import { acts } from './commands/acts.command.js';
import { audit } from './commands/audit.command.js';
import { health } from './commands/health.command.js';
import { inbox, match, replay } from './commands/inbox.commands.js';
import { errors, jobs } from './commands/jobs.commands.js';
import { keys, releaseKey } from './commands/keys.commands.js';
import { outbox } from './commands/outbox.command.js';
import { redrive } from './commands/redrive.command.js';
import { compensate, quarantine, release, resolve, retry } from './commands/saga-acts.commands.js';
import { explain, saga } from './commands/saga.commands.js';
import { sagas } from './commands/sagas.command.js';

/** Every command by its name, in the order in which an operator meets them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  sagas,
  saga,
  explain,
  retry,
  compensate,
  resolve,
  quarantine,
  release,
  inbox,
  match,
  replay,
  jobs,
  errors,
  redrive,
  keys,
  'release-key': releaseKey,
  outbox,
  acts,
  audit,
  health,
};
