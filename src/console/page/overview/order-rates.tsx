import type { OrderMinute } from './overview.js';
import { Card } from '../parts/card.js';
import { Empty } from '../parts/resource-view.js';
import { timeOf } from '../words/time.js';

/** In units of the drawing. */
const HEIGHT = 100;
const STEP = 20;
const BAR = 14;

/** Orders by the minute, and what became of them. */
export function OrderRates({
  minutes,
  isComplete,
}: {
  readonly minutes: readonly OrderMinute[];
  readonly isComplete: boolean;
}) {
  const sum = (of: (minute: OrderMinute) => number): number => minutes.reduce((all, minute) => all + of(minute), 0);
  const placed = sum((minute) => minute.placed);
  const confirmed = sum((minute) => minute.confirmed);
  const undone = sum((minute) => minute.undone);
  const told = `${placed} orders in 15 minutes: ${confirmed} confirmed, ${undone} undone, ${placed - confirmed - undone} under way`;
  const tallest = Math.max(1, ...minutes.map((minute) => minute.placed));
  const high = (count: number): number => (count / tallest) * HEIGHT;
  return (
    <Card title="Orders per minute" note={isComplete ? undefined : 'too many to count all of the older minutes'}>
      {placed === 0 && <Empty>No order in the last quarter of an hour.</Empty>}
      <svg class="bars" viewBox={`0 0 ${minutes.length * STEP} ${HEIGHT + 2}`} role="img" aria-label={told}>
        {minutes.map(({ at, ...count }, index) => (
          <g key={at}>
            <title>{`${timeOf(at)}: ${count.placed} placed, ${count.confirmed} confirmed, ${count.undone} undone`}</title>
            <rect class="ground" x={index * STEP + 3} y={HEIGHT} width={BAR} height={2} />
            <rect
              class="placed"
              x={index * STEP + 3}
              y={HEIGHT - high(count.placed)}
              width={BAR}
              height={high(count.placed)}
            />
            <rect
              class="confirmed"
              x={index * STEP + 3}
              y={HEIGHT - high(count.confirmed)}
              width={BAR}
              height={high(count.confirmed)}
            />
            <rect
              class="undone"
              x={index * STEP + 3}
              y={HEIGHT - high(count.confirmed + count.undone)}
              width={BAR}
              height={high(count.undone)}
            />
          </g>
        ))}
      </svg>
      <p class="legend">
        <b>{placed}</b> placed · <span class="swatch confirmed">{confirmed} confirmed</span> ·{' '}
        <span class="swatch undone">{undone} undone</span> ·{' '}
        <span class="swatch placed">{placed - confirmed - undone} under way</span>
      </p>
    </Card>
  );
}
