import { ENDED, type Command } from '../command.js';
import { spanOf } from '../age.js';
import { table } from '../table.js';

interface Outbox {
  readonly undistributed: number;
  readonly lagSeconds: number;
  readonly items: readonly {
    readonly consumer: string;
    readonly waiting: number;
    readonly dead: number;
    readonly oldestSeconds: number;
  }[];
}

export const outbox: Command = {
  does: 'how far each consumer is behind',
  options: {},
  async run(_wanted, { service, screen }) {
    const read = await service.read<Outbox>('outbox');
    screen.show(read, () => linesOf(read));
    return ENDED.well;
  },
};

const linesOf = ({ undistributed, lagSeconds, items }: Outbox): string[] => [
  `${undistributed} not handed out yet; the oldest waits for ${spanOf(lagSeconds * 1_000)}`,
  ...table(
    [
      { title: 'CONSUMER', of: ({ consumer }) => consumer },
      { title: 'WAITING', of: ({ waiting }) => waiting },
      { title: 'DEAD', of: ({ dead }) => dead },
      { title: 'OLDEST', of: ({ oldestSeconds }) => spanOf(oldestSeconds * 1_000) },
    ],
    items,
  ),
];
