import { Explained } from './explained.js';
import { Facts } from './facts.js';
import { OrderAnswers } from './order-answers.js';
import { OrderHead } from './order-head.js';
import { PastActs } from './past-acts.js';
import { SagaDiagram } from './saga-diagram.js';
import { SagaTabs } from './saga-tabs.js';
import type { DeclaredSaga, Order, Saga, SagaDetail } from './saga.js';
import { stoppedIn, type Timeline } from './timeline-item.js';
import { TimelineCard } from './timeline-card.js';
import { SagaActs } from '../acts/saga-acts.js';
import { useResource } from '../api/use-resource.js';
import { Layers } from '../overview/layers.js';
import { announce } from '../parts/announcer.js';
import { Card } from '../parts/card.js';
import { ResourceView } from '../parts/resource-view.js';
import { plain } from '../words/names.js';
import { useEffect, useState } from 'preact/hooks';

/** Somebody watches it heal. */
const WATCHED_MS = 1_500;
/** Nothing moves any more, except when somebody acts. */
const SETTLED_MS = 10_000;
const SETTLED = ['draft', 'confirmed', 'cancelled'];

interface Items<Item> {
  readonly items: readonly Item[];
}

/** Everything about one order: what happened, why it stands where it stands, and what an operator may do. */
export function OrderPage({ orderId, sagaId }: { readonly orderId: string; readonly sagaId?: string }) {
  const id = encodeURIComponent(orderId);
  const [everyMs, setEveryMs] = useState(WATCHED_MS);
  const order = useResource<Order>(`/api/orders/${id}`, everyMs);
  const timeline = useResource<Timeline>(`/api/orders/${id}/timeline`, everyMs);
  const sagas = useResource<Items<Saga>>(`/api/operations/sagas?orderId=${id}&limit=100`, everyMs);
  const tables = useResource<Items<DeclaredSaga>>('/api/operations/saga-definitions');
  const chosen = sagas.data?.items.find((saga) => saga.id === sagaId) ?? sagas.data?.items[0];
  const saga = useResource<SagaDetail>(chosen && `/api/operations/sagas/${chosen.id}`, everyMs);
  const table = tables.data?.items.find(({ name }) => name === saga.data?.definition);

  const status = order.data?.status;
  useEffect(() => {
    if (!status) return;
    announce(`The order is ${plain(status)}`);
    setEveryMs(SETTLED.includes(status) ? SETTLED_MS : WATCHED_MS);
  }, [status]);

  const lookAgain = (): void => {
    for (const resource of [order, timeline, sagas, saga]) resource.reload();
  };

  return (
    <ResourceView of={order}>
      {(known) => (
        <>
          <OrderHead order={known} tenant={chosen?.tenantId} />
          {sagas.data && sagas.data.items.length > 1 && (
            <SagaTabs orderId={orderId} sagas={sagas.data.items} chosen={chosen?.id} />
          )}
          <div class="grid">
            {chosen && (
              <ResourceView of={saga}>
                {(detail) => (
                  <>
                    <div class="stack">
                      <Explained saga={detail}>
                        <SagaActs saga={detail} onDone={lookAgain} />
                      </Explained>
                      {timeline.data && <OrderAnswers saga={detail} timeline={timeline.data} />}
                    </div>
                    <div class="stack">
                      {table && <SagaDiagram table={table} saga={detail} />}
                      {timeline.data && <Layers stopped={stoppedIn(timeline.data)} note="on the way of this order" />}
                    </div>
                  </>
                )}
              </ResourceView>
            )}
            <ResourceView of={timeline}>{(told) => <TimelineCard timeline={told} />}</ResourceView>
            {saga.data && <Facts saga={saga.data} />}
            {saga.data && <PastActs saga={saga.data} />}
            {sagas.data?.items.length === 0 && (
              <Card title="No saga">
                <p>This order is a draft: nothing was set going yet.</p>
              </Card>
            )}
          </div>
        </>
      )}
    </ResourceView>
  );
}
