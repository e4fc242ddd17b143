/** Which of the five layers stopped a repeat: the key, the provider's event id, the inbox, the job key, the step marker. */
export type Layer = 'api' | 'event' | 'inbox' | 'job' | 'step';

/**
 * Whose repeat it was. With the id of a saga, or of a message in the inbox, the order is found by itself. `detail` tells
 * kinds of one layer apart.
 */
export interface StoppedAbout {
  readonly orderId?: string;
  readonly sagaId?: string;
  readonly messageId?: string;
  readonly detail?: string;
}

/** Repeats of one kind about one order, saga or message that have not been written yet. */
export interface StoppedCount extends StoppedAbout {
  readonly layer: Layer;
  readonly detail: string;
  readonly firstAt: number;
  count: number;
}

/** Beyond this many orders between two flushes only the totals are counted: 10,000 take about 3 MB. */
const MOST_PENDING = 10_000;

const totals: Record<Layer, number> = { api: 0, event: 0, inbox: 0, job: 0, step: 0 };
const pending = new Map<string, StoppedCount>();

/**
 * Counts a repeat that a layer stopped. Costs no more than a look into memory: it is written later, in batches
 * (semantics 40). To be called after the commit when the repeat was noticed inside a unit, which may run again.
 */
export function stoppedDuplicate(layer: Layer, about: StoppedAbout = {}): void {
  totals[layer]++;
  const { orderId, sagaId, messageId, detail = '' } = about;
  if (orderId ?? sagaId ?? messageId) add({ layer, orderId, sagaId, messageId, detail, firstAt: Date.now(), count: 1 });
}

/** What each layer has stopped in this process since its start. */
export const stoppedDuplicates = (): Readonly<Record<Layer, number>> => ({ ...totals });

/** Hands over what waits to be written. */
export function takePending(): StoppedCount[] {
  const taken = [...pending.values()];
  pending.clear();
  return taken;
}

/** Takes back what could not be written. */
export function putBack(counts: readonly StoppedCount[]): void {
  for (const count of counts) add(count);
}

function add(count: StoppedCount): void {
  const key = [count.layer, count.sagaId ?? count.messageId ?? count.orderId, count.detail].join('/');
  const known = pending.get(key);
  if (known) known.count += count.count;
  else if (pending.size < MOST_PENDING) pending.set(key, count);
}
