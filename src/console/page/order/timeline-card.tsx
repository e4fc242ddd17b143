import type { Timeline, TimelineItem } from './timeline-item.js';
import { Card } from '../parts/card.js';
import { Empty } from '../parts/resource-view.js';
import { momentOf, timeOf } from '../words/time.js';

const KINDS: Readonly<Record<TimelineItem['kind'], string>> = {
  request: 'Asked',
  replay: 'Answered again',
  step: 'Step',
  fact: 'Learned',
  webhook: 'Told',
  job: 'Waits',
  compensation: 'Undo',
  operator: 'Operator',
  duplicate: 'Stopped',
};

/** What happened, oldest first, as a line with a point for each. */
export function TimelineCard({ timeline: { items } }: { readonly timeline: Timeline }) {
  return (
    <Card title="What happened">
      {items.length === 0 && <Empty>Nothing yet.</Empty>}
      <ol class="timeline">
        {items.map(({ at, kind, detail, step, layer, count }, index) => (
          <li key={`${at}-${index}`} class={kind}>
            <time datetime={at} title={momentOf(at)}>
              {timeOf(at)}
            </time>
            <span class="timeline-kind">{KINDS[kind]}</span>
            <span class="timeline-detail">
              {detail}
              {step && <code>{step}</code>}
              {layer && <code>{layer}</code>}
              {count !== undefined && count > 1 && <b> ×{count}</b>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
