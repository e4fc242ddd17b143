import { DeadErrors } from './dead-errors.js';
import { ActButton } from '../acts/act-button.js';
import type { Act } from '../acts/act.js';
import { usePages } from '../api/use-pages.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { MoreButton } from '../parts/more-button.js';
import { PagesView } from '../parts/pages-view.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';
import { useState } from 'preact/hooks';

/** A message that its consumer gave up. */
interface Letter {
  readonly id: string;
  readonly name: string;
  readonly orderId?: string;
  readonly failures: number;
  readonly error?: string;
  readonly waitingBehind: number;
  readonly since: string;
}

const redrive = ({ id }: Letter): Act => ({
  name: 'Deliver it again',
  about: 'Under the same id: a consumer that knows it already does nothing.',
  path: `/api/operations/jobs/${encodeURIComponent(id)}/redrive`,
});

/** Dead letters, by their error and one by one. */
export function DeadLetters() {
  const pages = usePages<Letter>('/api/operations/jobs?state=dead&limit=20');
  const [round, setRound] = useState(0);
  const lookAgain = (): void => {
    pages.reload();
    setRound(round + 1);
  };
  return (
    <div class="grid">
      <DeadErrors key={round} onDone={lookAgain} />
      <Card title="Letters" class="wide">
        <PagesView of={pages} whenEmpty="Every message was delivered.">
          {(items) => (
            <DataTable
              caption="Dead letters"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Message', show: ({ name }) => name },
                { title: 'Error', show: ({ error = '–' }) => error },
                { title: 'Tries', show: ({ failures }) => failures },
                { title: 'Waiting behind', show: ({ waitingBehind }) => waitingBehind },
                {
                  title: 'Order',
                  show: ({ orderId }) => (orderId ? <Link to={paths.order(orderId)}>{orderId}</Link> : '–'),
                },
                { title: 'Dead since', show: ({ since }) => <Moment at={since} /> },
                { title: 'Acts', show: (letter) => <ActButton act={redrive(letter)} onDone={lookAgain} /> },
              ]}
            />
          )}
        </PagesView>
        <MoreButton more={pages.more} />
      </Card>
    </div>
  );
}
