import { ActButton } from '../acts/act-button.js';
import type { Act } from '../acts/act.js';
import { usePages } from '../api/use-pages.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { MoreButton } from '../parts/more-button.js';
import { PagesView } from '../parts/pages-view.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';

/** A notice of the provider, as the inbox lists it. */
interface Message {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly state: string;
  readonly detail?: string;
  readonly orderId?: string;
  readonly receivedAt: string;
}

const replay = ({ id }: Message): Act => ({
  name: 'Look at it again',
  about: 'As if it had just come in. One that has had its effect is refused.',
  path: `/api/operations/inbox/${id}/replay`,
});

const match = ({ id }: Message): Act => ({
  name: 'Say which order it is about',
  about: 'Amount and currency have to be those of the order; the money of an order that is paid already goes back.',
  path: `/api/operations/inbox/${id}/match`,
  fields: [{ name: 'orderId', label: 'Order id' }],
});

/** What the provider told and nobody could use: parked until its order is known, or in contradiction to what is known. */
export const SetAsideMessages = () => (
  <div class="grid">
    <Messages title="Parked" state="parked" whenEmpty="Nothing waits for what it is about." />
    <Messages title="Quarantined" state="quarantined" whenEmpty="Nothing contradicts what is known." />
  </div>
);

function Messages({
  title,
  state,
  whenEmpty,
}: {
  readonly title: string;
  readonly state: string;
  readonly whenEmpty: string;
}) {
  const pages = usePages<Message>(`/api/operations/inbox?state=${state}&limit=20`);
  return (
    <Card title={title} class="wide">
      <PagesView of={pages} whenEmpty={whenEmpty}>
        {(items) => (
          <DataTable
            caption={`Messages: ${state}`}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Type', show: ({ type }) => type },
              { title: 'State', show: (message) => <Badge state={message.state} /> },
              { title: 'Why', show: ({ detail = '–' }) => detail },
              {
                title: 'Order',
                show: ({ orderId }) => (orderId ? <Link to={paths.order(orderId)}>{orderId}</Link> : 'not known'),
              },
              { title: 'Came', show: ({ receivedAt }) => <Moment at={receivedAt} /> },
              {
                title: 'Acts',
                show: (message) => (
                  <span class="acts">
                    {[replay(message), match(message)].map((act) => (
                      <ActButton key={act.path} act={act} onDone={pages.reload} />
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
      </PagesView>
      <MoreButton more={pages.more} />
    </Card>
  );
}
