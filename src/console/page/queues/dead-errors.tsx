import { ActButton } from '../acts/act-button.js';
import type { Act } from '../acts/act.js';
import { usePages } from '../api/use-pages.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { PagesView } from '../parts/pages-view.js';

/** One error, and the dead letters it has made. */
interface ErrorGroup {
  readonly group: string;
  readonly consumer: string;
  readonly error?: string;
  readonly count: number;
  readonly waitingBehind: number;
  readonly oldest: string;
}

const redriveAll = ({ group, count }: ErrorGroup): Act => ({
  name: count === 1 ? 'Deliver the one again' : `Deliver all ${count} again`,
  about: 'Every letter of this error, up to 500 at once. Mend the consumer first.',
  path: '/api/operations/jobs/redrive',
  fixed: { group },
});

/** Dead letters by their error, the most frequent one first. */
export function DeadErrors({ onDone }: { readonly onDone: () => void }) {
  const pages = usePages<ErrorGroup>('/api/operations/jobs/errors');
  return (
    <Card title="By their error" class="wide">
      <PagesView of={pages} whenEmpty="No consumer has given up.">
        {(items) => (
          <DataTable
            caption="Errors of consumers"
            rows={items}
            keyOf={({ group }) => group}
            columns={[
              { title: 'Consumer', show: ({ consumer }) => consumer },
              { title: 'Error', show: ({ error = '–' }) => error },
              { title: 'Letters', show: ({ count }) => count },
              { title: 'Waiting behind', show: ({ waitingBehind }) => waitingBehind },
              { title: 'Oldest', show: ({ oldest }) => <Moment at={oldest} /> },
              { title: 'Acts', show: (error) => <ActButton act={redriveAll(error)} onDone={onDone} /> },
            ]}
          />
        )}
      </PagesView>
    </Card>
  );
}
