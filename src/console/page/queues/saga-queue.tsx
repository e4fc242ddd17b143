import { usePages } from '../api/use-pages.js';
import type { Saga } from '../order/saga.js';
import { Badge } from '../parts/badge.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { MoreButton } from '../parts/more-button.js';
import { PagesView } from '../parts/pages-view.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';
import { plain } from '../words/names.js';

/** The sagas in one state; each leads to its order, where the acts are. */
export function SagaQueue({
  state,
  about,
  whenEmpty,
}: {
  readonly state: string;
  readonly about: string;
  readonly whenEmpty: string;
}) {
  const pages = usePages<Saga>(`/api/operations/sagas?state=${state}&limit=20`);
  return (
    <>
      <p class="hint">{about}</p>
      <PagesView of={pages} whenEmpty={whenEmpty}>
        {(items) => (
          <DataTable
            caption={`Sagas: ${plain(state)}`}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Order',
                show: ({ orderId, id }) => <Link to={paths.order(orderId, id)}>{orderId}</Link>,
              },
              { title: 'Of', show: ({ tenantId }) => tenantId },
              { title: 'State', show: ({ state: its }) => <Badge state={its} /> },
              { title: 'At', show: ({ step, definition }) => step ?? plain(definition) },
              { title: 'Why', show: ({ attention }) => attention?.detail ?? '–' },
              { title: 'Began', show: ({ createdAt }) => <Moment at={createdAt} /> },
            ]}
          />
        )}
      </PagesView>
      <MoreButton more={pages.more} />
    </>
  );
}
