import { DeadLetters } from './dead-letters.js';
import { SagaQueue } from './saga-queue.js';
import { SetAsideMessages } from './set-aside-messages.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';

const QUEUES = [
  { name: 'attention', title: 'Needs attention' },
  { name: 'doubt', title: 'In doubt' },
  { name: 'parked', title: 'Parked' },
  { name: 'dead', title: 'Dead letters' },
] as const;

/** What waits for a person, or may come to. */
export function QueuesPage({ queue }: { readonly queue: string }) {
  const { name } = QUEUES.find((one) => one.name === queue) ?? QUEUES[0];
  return (
    <>
      <h1>Queues</h1>
      <nav class="tabs" aria-label="Queues">
        {QUEUES.map((one) => (
          <Link key={one.name} to={paths.queues(one.name)} isCurrent={one.name === name}>
            {one.title}
          </Link>
        ))}
      </nav>
      {name === 'attention' && (
        <SagaQueue
          key={name}
          state="needs_attention"
          about="The service cannot go on by itself, or somebody has set them aside."
          whenEmpty="Nobody is needed."
        />
      )}
      {name === 'doubt' && (
        <SagaQueue
          key={name}
          state="in_doubt"
          about="The provider was asked and nobody knows what came of it. It is looked up by itself; open one to see when."
          whenEmpty="Nothing is in doubt."
        />
      )}
      {name === 'parked' && <SetAsideMessages />}
      {name === 'dead' && <DeadLetters />}
    </>
  );
}
