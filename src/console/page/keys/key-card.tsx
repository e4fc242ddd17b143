import type { InspectedKey } from './inspected-key.js';
import { ActButton } from '../acts/act-button.js';
import type { Act } from '../acts/act.js';
import { useResource } from '../api/use-resource.js';
import type { Saga } from '../order/saga.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { Moment } from '../parts/moment.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';

const release = ({ id }: InspectedKey): Act => ({
  name: 'Let it be used anew',
  about: 'Only when its request was refused and has set nothing going; anything else would be done twice.',
  path: `/api/operations/keys/${id}/release`,
});

/** What became of one key: who used it for what, its answer, and why that is kept or not. */
export function KeyCard({ of, onDone }: { readonly of: InspectedKey; readonly onDone: () => void }) {
  const { key, state, tenantId, operation, createdAt, status, code, replays, expiresAt, explain, sagaId } = of;
  const saga = useResource<Saga>(sagaId && `/api/operations/sagas/${sagaId}`);
  return (
    <Card title={key} note={<Badge state={state} />}>
      <p class="why">{explain}</p>
      <dl>
        <dt>Used by</dt>
        <dd>
          {tenantId}, <Moment at={createdAt} />
        </dd>
        <dt>For</dt>
        <dd>{operation}</dd>
        <dt>Answer</dt>
        <dd>{status === undefined ? 'none yet' : `${status}${code ? ` ${code}` : ''}`}</dd>
        <dt>Sent again</dt>
        <dd>{replays === 0 ? 'never' : `${replays} times`}</dd>
        {expiresAt && (
          <>
            <dt>Kept until</dt>
            <dd>
              <Moment at={expiresAt} />
            </dd>
          </>
        )}
        {saga.data && (
          <>
            <dt>Order</dt>
            <dd>
              <Link to={paths.order(saga.data.orderId, saga.data.id)}>{saga.data.orderId}</Link>
            </dd>
          </>
        )}
      </dl>
      {(status ?? 0) >= 400 && !sagaId && (
        <div class="acts">
          <ActButton act={release(of)} onDone={onDone} />
        </div>
      )}
    </Card>
  );
}
