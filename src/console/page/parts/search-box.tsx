import { goTo } from '../place/place.js';
import { paths } from '../place/paths.js';
import { useState } from 'preact/hooks';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds an order by its id; whatever else is typed is looked up as a caller's key. */
export function SearchBox() {
  const [typed, setTyped] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') return;
    setTyped('');
    goTo(ID.test(wanted) ? paths.order(wanted) : paths.keys(wanted));
  };
  return (
    <form role="search" class="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="Order id or idempotency key"
        placeholder="Order id or key"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
