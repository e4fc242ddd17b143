import type { Overview } from './overview.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { spanOf } from '../words/time.js';

/** How far the consumers are behind what has happened. */
export function Lags({ outbox, deadLetters }: { readonly outbox: Overview['outbox']; readonly deadLetters: number }) {
  const { consumers, lagSeconds, undistributed } = outbox;
  return (
    <Card title="Lags" note={lagSeconds > 0 ? `oldest message: ${spanOf(lagSeconds * 1_000)}` : 'nothing waits'}>
      <DataTable
        caption="Consumers and what waits for them"
        rows={consumers}
        keyOf={({ consumer }) => consumer}
        columns={[
          { title: 'Consumer', show: ({ consumer }) => consumer },
          { title: 'Waiting', show: ({ waiting }) => waiting },
          {
            title: 'Oldest',
            show: ({ waiting, oldestSeconds }) => (waiting > 0 ? spanOf(oldestSeconds * 1_000) : '–'),
          },
          { title: 'Dead', show: ({ dead }) => (dead > 0 ? <b class="bad">{dead}</b> : 0) },
        ]}
      />
      <p class="hint">
        {undistributed.toLocaleString()} committed and not yet handed on; {deadLetters.toLocaleString()} dead letters.
      </p>
    </Card>
  );
}
