import type { Overview } from './overview.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';
import type { Tone } from '../words/names.js';

/** The API counts no further. */
const MOST_COUNTED = 5_000;

const counted = (count: number): string => `${count.toLocaleString()}${count >= MOST_COUNTED ? '+' : ''}`;

interface Figure {
  readonly name: string;
  readonly count: number;
  /** Of a count that is not zero. */
  readonly tone: Tone;
  readonly to?: string;
}

/** How many of what there are; what wants somebody leads to its queue. */
export function States({ overview: { sagas, inbox, deadLetters } }: { readonly overview: Overview }) {
  const figures: Figure[] = [
    { name: 'under way', count: sagas.running, tone: 'busy' },
    { name: 'being undone', count: sagas.compensating, tone: 'doubt' },
    { name: 'in doubt', count: sagas.inDoubt, tone: 'doubt', to: paths.queues('doubt') },
    { name: 'need attention', count: sagas.needsAttention, tone: 'bad', to: paths.queues('attention') },
    { name: 'set aside or parked', count: inbox.parked + inbox.quarantined, tone: 'doubt', to: paths.queues('parked') },
    { name: 'dead letters', count: deadLetters, tone: 'bad', to: paths.queues('dead') },
  ];
  return (
    <ul class="figures" aria-label="What is open">
      {figures.map(({ name, count, tone, to }) => {
        const shown = (
          <>
            <b>{counted(count)}</b> <span>{name}</span>
          </>
        );
        return (
          <li key={name} class={count > 0 ? tone : 'plain'}>
            {to ? <Link to={to}>{shown}</Link> : <span class="figure">{shown}</span>}
          </li>
        );
      })}
    </ul>
  );
}
