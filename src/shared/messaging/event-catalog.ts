/** Where an event goes: its wire name, and the aggregate whose order of events is kept. */
export interface CatalogEntry {
  readonly name: string;
  readonly aggregateId: (event: never) => string;
}

const entries = new Map<Function, CatalogEntry>();

/**
 * Makes an event public: it leaves the unit through the outbox under an explicit wire name that never changes, whatever
 * becomes of the class. An event without this is for the sagas of its own unit only.
 */
export const PublicEvent =
  <Event extends object>(name: string, aggregateId: (event: Event) => string) =>
  (type: new (...args: never[]) => Event): void => {
    for (const entry of entries.values()) if (entry.name === name) throw new Error(`two events are called ${name}`);
    entries.set(type, { name, aggregateId });
  };

export const catalogEntry = (event: object): CatalogEntry | undefined => entries.get(event.constructor);
