import type { SagaDetail } from './saga.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { Empty } from '../parts/resource-view.js';
import { plain } from '../words/names.js';

/** Which operator did what about the order, and why. */
export const PastActs = ({ saga: { acts } }: { readonly saga: SagaDetail }) => (
  <Card title="What operators did" class="wide">
    {acts.length === 0 ? (
      <Empty>Nobody had to do anything.</Empty>
    ) : (
      <DataTable
        caption="Acts of operators"
        rows={acts}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Who', show: ({ actor }) => actor },
          { title: 'What', show: ({ act, outcome }) => `${plain(act)}${outcome === 'done' ? '' : `, ${outcome}`}` },
          {
            title: 'Why',
            show: ({ reason, evidence }) => (
              <>
                {reason}
                {evidence && <span class="hint"> {evidence}</span>}
              </>
            ),
          },
          { title: 'When', show: ({ at }) => <Moment at={at} /> },
        ]}
      />
    )}
  </Card>
);
