import { isId } from '../../kernel/ids.js';

/** Which order something is about, and which of its sagas where that is known. */
export interface AboutOrder {
  readonly orderId: string;
  readonly sagaId?: string;
}

/** What the thing itself says: an event, an entity, what a job was given, what the provider has kept for us. */
export function aboutOrder(thing: object): AboutOrder | undefined {
  const { orderId, sagaId } = thing as { orderId?: unknown; sagaId?: unknown };
  if (typeof orderId !== 'string' || !isId(orderId)) return undefined;
  return { orderId, sagaId: typeof sagaId === 'string' && isId(sagaId) ? sagaId : undefined };
}
