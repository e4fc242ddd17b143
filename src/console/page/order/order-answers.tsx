import type { SagaDetail } from './saga.js';
import type { Timeline } from './timeline-item.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { Empty } from '../parts/resource-view.js';

/** The requests that wait for the saga, what they were answered, and how often that answer was sent again. */
export function OrderAnswers({
  saga: { requests },
  timeline: { items },
}: {
  readonly saga: SagaDetail;
  readonly timeline: Timeline;
}) {
  const replays = items.filter(({ kind }) => kind === 'replay').reduce((sum, { count = 1 }) => sum + count, 0);
  return (
    <Card title="Answers" note={`${replays} replayed`}>
      {requests.length === 0 ? (
        <Empty>No request waits for this saga.</Empty>
      ) : (
        <DataTable
          caption="Requests and their answers"
          rows={requests}
          keyOf={({ operation, at }) => `${operation}-${at}`}
          columns={[
            { title: 'Asked for', show: ({ operation }) => operation },
            { title: 'When', show: ({ at }) => <Moment at={at} /> },
            { title: 'Answer', show: ({ status }) => status ?? 'not yet' },
          ]}
        />
      )}
    </Card>
  );
}
