import type { Saga } from './saga.js';
import { Badge } from '../parts/badge.js';
import { Link } from '../place/link.js';
import { paths } from '../place/paths.js';
import { plain } from '../words/names.js';

/** An order that was cancelled or refunded has more than one saga; the newest one first. */
export const SagaTabs = ({
  orderId,
  sagas,
  chosen,
}: {
  readonly orderId: string;
  readonly sagas: readonly Saga[];
  readonly chosen?: string;
}) => (
  <nav class="tabs" aria-label="Sagas of this order">
    {sagas.map(({ id, definition, state }) => (
      <Link key={id} to={paths.order(orderId, id)} isCurrent={id === chosen}>
        {plain(definition)} <Badge state={state} />
      </Link>
    ))}
  </nav>
);
