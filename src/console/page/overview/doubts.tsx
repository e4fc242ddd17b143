import type { Overview } from './overview.js';
import { Card } from '../parts/card.js';
import { Moment } from '../parts/moment.js';
import { Empty } from '../parts/resource-view.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';
import { plain } from '../words/names.js';

/** What has been unknown for longest. */
export function Doubts({ overview: { oldestInDoubt } }: { readonly overview: Overview }) {
  return (
    <Card title="Oldest in doubt">
      {oldestInDoubt ? (
        <p>
          Whether <b>{plain(oldestInDoubt.step)}</b> of{' '}
          <Link to={paths.order(oldestInDoubt.orderId, oldestInDoubt.sagaId)}>this order</Link> has happened is not
          known; it was begun <Moment at={oldestInDoubt.since} />. The provider is asked until somebody knows.
        </p>
      ) : (
        <Empty>Nothing is in doubt.</Empty>
      )}
    </Card>
  );
}
