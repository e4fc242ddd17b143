import { ago } from '../age.js';
import { ENDED, type Command } from '../command.js';
import { table } from '../table.js';

interface Health {
  readonly status: string;
  readonly version: string;
  readonly role: string;
  readonly startedAt: string;
  readonly parts: readonly {
    readonly name: string;
    readonly state: string;
    readonly since: string;
    readonly detail?: string;
  }[];
  readonly workers?: readonly { readonly id: string; readonly seenAt: string; readonly isAlive: boolean }[];
  readonly migrations?: { readonly applied: number; readonly missing: readonly string[] };
}

export const health: Command = {
  does: 'whether the instance that answers is ready, and which workers live; exit code 1 when it is not ready',
  options: {},
  async run(_wanted, { service, screen }) {
    const read = await service.read<Health>('health');
    screen.show(read, () => linesOf(read, service.now));
    return read.status === 'ok' ? ENDED.well : ENDED.refused;
  },
};

const linesOf = (
  { status, version, role, startedAt, parts, workers = [], migrations }: Health,
  now: number,
): string[] => [
  `${status}: version ${version}, role ${role}, started ${ago(startedAt, now)}, ${migrations?.applied ?? 'unknown'} migrations`,
  ...table(
    [
      { title: 'PART', of: ({ name }) => name },
      { title: 'STATE', of: ({ state }) => state },
      { title: 'SINCE', of: ({ since }) => ago(since, now) },
    ],
    parts,
    ({ detail }) => detail,
  ),
  '',
  ...table(
    [
      { title: 'WORKER', of: ({ id }) => id },
      { title: 'ALIVE', of: ({ isAlive }) => (isAlive ? 'yes' : 'no') },
      { title: 'SEEN', of: ({ seenAt }) => ago(seenAt, now) },
    ],
    workers,
  ),
];
