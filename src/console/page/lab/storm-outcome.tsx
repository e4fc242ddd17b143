import { countedAnswers, isUnheard, type StormResult } from './storm.js';
import { useResource } from '../api/use-resource.js';
import type { InspectedKey } from '../keys/inspected-key.js';
import type { Order, SagaDetail } from '../order/saga.js';
import { stoppedIn, type Timeline } from '../order/timeline-item.js';
import { Layers } from '../overview/layers.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { Loading } from '../parts/resource-view.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';

/** Counts of what was stopped appear within two seconds. */
const LOOK_MS = 1_000;

/** What became of a storm: its answers, its one order, its one payment, and what stopped the others. */
export function StormOutcome({
  result,
  isBusy,
  onAgain,
}: {
  readonly result: StormResult;
  readonly isBusy: boolean;
  /** Sends the same once more under its key. */
  readonly onAgain: () => void;
}) {
  const { key } = result;
  const keys = useResource<{ items: readonly InspectedKey[] }>(`/api/operations/keys?key=${key}`, LOOK_MS);
  const record = keys.data?.items[0];
  const saga = useResource<SagaDetail>(record?.sagaId && `/api/operations/sagas/${record.sagaId}`, LOOK_MS);
  const orderId = saga.data?.orderId;
  const order = useResource<Order>(orderId && `/api/orders/${orderId}`, LOOK_MS);
  const timeline = useResource<Timeline>(orderId && `/api/orders/${orderId}/timeline`, LOOK_MS);
  return (
    <div class="stack">
      <Card title="What came of it" note={order.data && <Badge state={order.data.status} />}>
        <p class="sum">
          <b>{result.answers.length}</b> sent, <b>{keys.data?.items.length ?? 0}</b> order,{' '}
          <b>{saga.data?.attempts.length ?? 0}</b> payment
        </p>
        <ul>
          {countedAnswers(result).map(({ told, count }) => (
            <li key={told}>
              <b>{count} ×</b> {told}
            </li>
          ))}
        </ul>
        {isUnheard(result) && (
          <>
            <p>Who got no answer sends the same again with the same key: that finds out, and can do nothing twice.</p>
            <button type="button" disabled={isBusy} onClick={onAgain}>
              Send the same once more
            </button>
          </>
        )}
        {orderId ? (
          <p>
            <Link to={paths.order(orderId)}>Open the order</Link> · <Link to={paths.keys(key)}>Look at its key</Link>
          </p>
        ) : (
          <Loading />
        )}
      </Card>
      {timeline.data && (
        <Layers title="What stopped the others" note="on the way of this order" stopped={stoppedIn(timeline.data)} />
      )}
    </div>
  );
}
