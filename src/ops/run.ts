import { addressOf } from './address.js';
import { ENDED, type Command, type Ended } from './command.js';
import { COMMANDS } from './commands.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import { problemLines } from './problem-text.js';
import { Refused } from './refused.error.js';
import { Screen } from './screen.js';
import { Service } from './service.js';
import type { Surroundings } from './surroundings.js';
import { EVERYWHERE, helpOf, overview, usageOf } from './usage.js';
import { Wanted } from './wanted.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';

/**
 * One command of `npm run ops`: what was typed behind it, and what the process ends with. It looks and acts over HTTP
 * alone, so it works against any instance.
 */
export async function run(typed: readonly string[], around: Surroundings): Promise<Ended> {
  const [name = '', ...args] = typed;
  try {
    if (name === '--help' || name === 'help') {
      new Screen(around, false).show({}, overview);
      return ENDED.well;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new CouldNotAsk(`${noCommand(name)} npm run ops -- --help lists the commands.`);
    return await carryOut(name, command, args, around);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    new Screen(around, false).say(error.message);
    return ENDED.unasked;
  }
}

const noCommand = (name: string): string =>
  name === '' ? 'Say what to do.' : name.startsWith('-') ? 'The command comes first.' : `There is no command ${name}.`;

async function carryOut(name: string, command: Command, args: readonly string[], around: Surroundings): Promise<Ended> {
  const options = { ...command.options, ...EVERYWHERE };
  const least = command.takes?.startsWith('<') && !args.includes('--help') ? 1 : 0;
  const wanted = Wanted.read(args, options, { least, most: command.takes ? 1 : 0 }, usageOf(name, command));
  const screen = new Screen(around, wanted.has('json'));
  if (wanted.has('help')) {
    new Screen(around, false).show({}, () => helpOf(name, command));
    return ENDED.well;
  }
  const address = await addressOf(wanted.text('url'), around.variables);
  const service = new Service(address, { say: (line) => screen.say(line), pause: around.pause });
  try {
    return await command.run(wanted, { service, screen, ask: around.ask });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    screen.say(...problemLines(error.problem, address.url));
    if (screen.isJson) screen.show(error.problem, () => []);
    return ENDED.refused;
  }
}
