import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import type { Options } from './wanted.js';

/** What every command takes besides its own options. */
export const EVERYWHERE: Options = { url: '<address of the service>', json: true, help: true };

const shown = ({ options, needs = [] }: Command): string[] =>
  Object.entries({ ...options, ...EVERYWHERE }).map(([name, value]) => {
    const option = `--${name}${value === true ? '' : ` ${value}`}`;
    return name === 'reason' || needs.includes(name) ? option : `[${option}]`;
  });

/** How one command is typed, on one line. */
export const usageOf = (name: string, command: Command): string =>
  ['npm run ops --', name, ...(command.takes ? [command.takes] : []), ...shown(command)].join(' ');

/** One command with its options, one on a line. */
export const helpOf = (name: string, command: Command): string[] => [
  `npm run ops -- ${name}${command.takes ? ` ${command.takes}` : ''}: ${command.does}`,
  ...shown(command).map((option) => `  ${option}`),
];

const LONGEST_NAME = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

/** All commands, and what they ask with. */
export const overview = (): string[] => [
  'npm run ops -- <command>: looks at an Ichido service and presses its levers, over its HTTP API.',
  '',
  ...Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(LONGEST_NAME)}  ${does}`),
  '',
  'Where: --url, else ICHIDO_URL, else this machine. As whom: ICHIDO_OPERATOR_KEY, else the demo operator in DATA_DIR.',
  'An act shows what it would do and asks; --dry-run only shows, --yes does not ask. --json prints the API’s answer.',
  'Exit code 0: done; 1: refused; 2: could not be asked. <command> --help lists its options.',
];
