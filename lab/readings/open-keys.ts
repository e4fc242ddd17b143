import type { KeyedRequest } from '../clients/request.js';
import type { Looks } from '../stack/looks.js';

/** Whether the flow behind a key goes on, or a person has to look at it: then there lawfully is no answer yet. */
const IS_OPEN = `
  SELECT EXISTS (
    SELECT 1 FROM idempotency.records r JOIN saga.sagas g ON g.id = r.saga_id
    WHERE r.key = $1 AND r.state = 'processing'
      AND (g.status IN ('running', 'compensating') OR g.attention IS NOT NULL)) AS open`;

export async function isOpen(looks: Looks, { key }: Pick<KeyedRequest, 'key'>): Promise<boolean> {
  const [row] = await looks.rows<{ open: boolean }>(IS_OPEN, [key]);
  return row!.open;
}
