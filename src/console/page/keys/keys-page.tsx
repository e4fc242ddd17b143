import { KeyCard } from './key-card.js';
import type { InspectedKey } from './inspected-key.js';
import { usePages } from '../api/use-pages.js';
import { MoreButton } from '../parts/more-button.js';
import { PagesView } from '../parts/pages-view.js';
import { goTo } from '../place/place.js';
import { paths } from '../place/paths.js';
import { useEffect, useState } from 'preact/hooks';

/** "What happened to this key?" Without one: the keys that came last. */
export function KeysPage({ wanted }: { readonly wanted?: string }) {
  const [typed, setTyped] = useState(wanted ?? '');
  useEffect(() => setTyped(wanted ?? ''), [wanted]);
  const filter = wanted === undefined ? '' : `&key=${encodeURIComponent(wanted)}`;
  const pages = usePages<InspectedKey>(`/api/operations/keys?limit=10${filter}`);
  const submit = (event: Event): void => {
    event.preventDefault();
    goTo(paths.keys(typed.trim() === '' ? undefined : typed.trim()));
  };
  return (
    <>
      <h1>What happened to this key?</h1>
      <form class="look-up" role="search" onSubmit={submit}>
        <label for="wanted-key">Idempotency-Key of a caller</label>
        <input id="wanted-key" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button type="submit" class="primary">
          Look it up
        </button>
      </form>
      {wanted === undefined && <p class="hint">The keys that came last:</p>}
      <PagesView of={pages} whenEmpty={wanted === undefined ? 'No key was used yet.' : 'Nobody has used this key.'}>
        {(items) => (
          <div class="grid">
            {items.map((item) => (
              <KeyCard key={item.id} of={item} onDone={pages.reload} />
            ))}
          </div>
        )}
      </PagesView>
      <MoreButton more={pages.more} />
    </>
  );
}
