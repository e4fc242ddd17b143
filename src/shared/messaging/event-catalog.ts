/** Where an event goes: its wire name, and the aggregate whose order of events is kept. */
export interface CatalogEntry {
  readonly name: string;
  readonly aggregateId: (event: never) => string;
}

/** A class of events. */
export type EventType<Event extends object = object> = new (...args: never[]) => Event;

const entries = new Map<Function, CatalogEntry>();

/**
 * Makes an event public: it leaves the unit through the outbox under an explicit wire name that never changes, whatever
 * becomes of the class. An event without this is for the sagas of its own unit only.
 */
export const PublicEvent =
  <Event extends object>(name: string, aggregateId: (event: Event) => string) =>
  (type: EventType<Event>): void => {
    for (const entry of entries.values()) if (entry.name === name) throw new Error(`two events are called ${name}`);
    entries.set(type, { name, aggregateId });
  };

export const catalogEntry = (event: object): CatalogEntry | undefined => entries.get(event.constructor);

/** What a public event is called outside of its unit. Throws for an event that never leaves it. */
export function wireName(type: EventType): string {
  const entry = entries.get(type);
  if (!entry) throw new Error(`${type.name} never leaves its unit: it needs @PublicEvent to be heard outside`);
  return entry.name;
}
