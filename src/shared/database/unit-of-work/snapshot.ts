import type { EntityMetadata, ObjectLiteral } from 'typeorm';

/** The columns of an entity as they were read. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** A copy of what could change inside; everything else cannot. */
const asRead = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  // What most objects are; the general way costs ten times as much.
  if (value instanceof Date) return new Date(value);
  return Buffer.isBuffer(value) ? Buffer.from(value) : structuredClone(value);
};

/** Columns only: what else hangs on an entity is rows of their own. */
export const snapshotOf = ({ columns }: EntityMetadata, entity: ObjectLiteral): Snapshot =>
  Object.fromEntries(columns.map(({ propertyName }) => [propertyName, asRead(entity[propertyName])]));

const differs = (before: unknown, after: unknown): boolean => {
  if (before instanceof Date && after instanceof Date) return before.getTime() !== after.getTime();
  if (typeof before === 'object' && typeof after === 'object') return JSON.stringify(before) !== JSON.stringify(after);
  return (before ?? null) !== (after ?? null);
};

/** Whether any column differs from what was read, also inside a JSON member or a date. */
export const hasChanged = ({ columns }: EntityMetadata, snapshot: Snapshot, entity: ObjectLiteral): boolean =>
  columns.some(({ propertyName }) => differs(snapshot[propertyName], entity[propertyName]));
