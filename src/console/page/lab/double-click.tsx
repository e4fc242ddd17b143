import { onceMore, refusalOf, storm, type StormPlan, type StormResult } from './storm.js';
import { StormOutcome } from './storm-outcome.js';
import { useResource } from '../api/use-resource.js';
import { announce } from '../parts/announcer.js';
import { Card } from '../parts/card.js';
import { Refusal } from '../parts/refusal.js';
import { ResourceView } from '../parts/resource-view.js';
import { useState } from 'preact/hooks';

interface Catalogue {
  readonly items: readonly { readonly sku: string; readonly name: string; readonly available: number }[];
}

/** As many as a nervous hand, a proxy and a retrying client make together. */
const TIMES = ['2', '10', '25', '100'];

/** Sends the same order many times and shows that it is one, and what stopped the others. */
export function DoubleClick() {
  const catalogue = useResource<Catalogue>('/api/inventory?limit=100');
  const [clientKey, setClientKey] = useState('');
  const [sku, setSku] = useState<string>();
  const [times, setTimes] = useState('25');
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ readonly plan: StormPlan; readonly result: StormResult }>();
  const refused = sent && refusalOf(sent.result)?.problem;

  const send = async (event: Event, wanted: string): Promise<void> => {
    event.preventDefault();
    const plan = { clientKey: clientKey.trim(), sku: wanted, times: Number(times) };
    setBusy(true);
    setSent(undefined);
    const result = await storm(plan);
    setBusy(false);
    setSent({ plan, result });
    announce(`${times} orders were sent`);
  };

  const again = async ({ plan, result }: NonNullable<typeof sent>): Promise<void> => {
    setBusy(true);
    const more = await onceMore(result, plan);
    setBusy(false);
    // Another storm may have been sent meanwhile.
    setSent((now) => (now?.result.key === more.key ? { plan, result: more } : now));
  };

  return (
    <>
      <Card title="Double-click lab">
        <p>Sends one order many times at once, under one key. Arm a fault first to make it harder.</p>
        <ResourceView of={catalogue}>
          {({ items }) => {
            const first = items.find(({ available }) => available > 0)?.sku;
            const wanted = sku ?? first;
            if (wanted === undefined) return <p>Nothing is in stock: put something on the shelf first.</p>;
            return (
              <form onSubmit={(event) => void send(event, wanted)}>
                <p class="field">
                  <label for="client-key">Client key</label>
                  <input
                    id="client-key"
                    type="password"
                    autocomplete="off"
                    required
                    value={clientKey}
                    aria-describedby="client-key-hint"
                    onInput={(event) => setClientKey(event.currentTarget.value)}
                  />
                  <span class="hint" id="client-key-hint">
                    Operators place no orders. It is forgotten when you leave this page.
                  </span>
                </p>
                <p class="field">
                  <label for="lab-sku">What to order</label>
                  <select id="lab-sku" value={wanted} onChange={(event) => setSku(event.currentTarget.value)}>
                    {items.map((item) => (
                      <option key={item.sku} value={item.sku}>
                        {item.name} ({item.available} left)
                      </option>
                    ))}
                  </select>
                </p>
                <p class="field">
                  <label for="lab-times">How often</label>
                  <select id="lab-times" value={times} onChange={(event) => setTimes(event.currentTarget.value)}>
                    {TIMES.map((count) => (
                      <option key={count} value={count}>
                        {count} times
                      </option>
                    ))}
                  </select>
                </p>
                <button type="submit" class="primary" disabled={isBusy}>
                  {isBusy ? 'Sending…' : `Send the same order ${times} times`}
                </button>
              </form>
            );
          }}
        </ResourceView>
        {refused && <Refusal problem={refused} />}
      </Card>
      {sent && !refused && (
        <StormOutcome key={sent.result.key} result={sent.result} isBusy={isBusy} onAgain={() => void again(sent)} />
      )}
    </>
  );
}
