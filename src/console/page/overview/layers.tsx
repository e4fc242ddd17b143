import type { Layer } from './overview.js';
import { Card } from '../parts/card.js';
import { LAYERS } from '../words/names.js';

/** What each of the five layers has stopped; the bars are to the same scale. */
export function Layers({
  stopped,
  title = 'Stopped by the five layers',
  note = 'on the way of all orders',
}: {
  readonly stopped: readonly { readonly layer: Layer; readonly count: number }[];
  readonly title?: string;
  readonly note?: string;
}) {
  const most = Math.max(1, ...stopped.map(({ count }) => count));
  return (
    <Card title={title} note={note}>
      <ol class="layers">
        {stopped.map(({ layer, count }) => (
          <li key={layer} data-layer={layer}>
            <span class="layer-name">
              <b>{LAYERS[layer].name}</b> <span class="hint">{LAYERS[layer].stops}</span>
            </span>
            <span class="layer-count">{count.toLocaleString()}</span>
            <progress max={most} value={count} aria-label={`${LAYERS[layer].name} has stopped ${count}`} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
