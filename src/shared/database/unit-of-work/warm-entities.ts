import { snapshotOf } from './snapshot.js';
import { Injectable, type Type } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';

/** An order under way has an order, a payment and a saga, and a process has a thousand requests under way at most. */
const MOST_ROWS = 3_000;

/**
 * A flow is at its next step within this time, or it waits for somebody. What a person changes in a table by hand is
 * seen after it.
 */
const WARM_MS = 5_000;

/**
 * The rows that this process has committed a moment ago, so that the next step of a flow need not read what the one
 * before has written. They are a guess: another process may have changed them since. Who decides on a guess must write
 * that row, under its version, or decide again on what the database says.
 *
 * What hangs on an entity and is no column is shared by all its copies, and must never be changed in place.
 */
@Injectable()
export class WarmEntities {
  private readonly rows = new LRUCache<string, ObjectLiteral>({
    max: MOST_ROWS,
    ttl: WARM_MS,
    dispose: (entity, key) => this.forgetNames(entity, key),
  });
  private readonly keys = new Map<string, string>();
  /** By which members the rows of a table have been asked for. */
  private readonly asked = new Map<string, Map<string, readonly string[]>>();

  constructor(private readonly source: DataSource) {}

  /** A row as it was committed. Only of tables whose rows have versions. */
  remember(entity: ObjectLiteral): void {
    const metadata = this.source.getMetadata(entity.constructor);
    const { versionColumn } = metadata;
    if (!versionColumn) return;
    const key = keyOf(metadata, entity);
    const version = (row: ObjectLiteral): number => versionColumn.getEntityValue(row) as number;
    const known = this.rows.get(key);
    // Two that were committed on two connections may be told in the other order.
    if (known && version(known) >= version(entity)) return;
    this.rows.set(key, copyOf(metadata, entity));
    for (const members of this.waysTo(metadata)) this.keys.set(nameOf(metadata, members, entity), key);
  }

  /** The row that these members name, as it was when this process committed it last; an object of the caller's own. */
  recall<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Entity | undefined {
    const metadata = this.source.getMetadata(type);
    const members = Object.keys(where).toSorted();
    this.learnWay(metadata, members);
    const key = this.keys.get(nameOf(metadata, members, where));
    const row = key === undefined ? undefined : this.rows.get(key);
    // What is null names no row, as in SQL, and a name may have gone on to another one.
    const isMeant = members.every((member) => where[member] !== null && row?.[member] === where[member]);
    return row && isMeant ? (copyOf(metadata, row) as Entity) : undefined;
  }

  /** After a failover the database may have lost what was committed, and count its versions anew. */
  forgetAll(): void {
    this.rows.clear();
    this.keys.clear();
  }

  private waysTo({ tablePath }: EntityMetadata): Iterable<readonly string[]> {
    return this.asked.get(tablePath)?.values() ?? [];
  }

  private learnWay({ tablePath }: EntityMetadata, members: readonly string[]): void {
    const ways = this.asked.get(tablePath) ?? new Map<string, readonly string[]>();
    this.asked.set(tablePath, ways.set(members.join(), members));
  }

  private forgetNames(entity: ObjectLiteral, key: string): void {
    const metadata = this.source.getMetadata(entity.constructor);
    for (const members of this.waysTo(metadata)) {
      const name = nameOf(metadata, members, entity);
      if (this.keys.get(name) === key) this.keys.delete(name);
    }
  }
}

const nameOf = ({ tablePath }: EntityMetadata, members: readonly string[], row: ObjectLiteral): string =>
  JSON.stringify([tablePath, ...members.flatMap((member) => [member, row[member] as unknown])]);

const keyOf = (metadata: EntityMetadata, entity: ObjectLiteral): string =>
  nameOf(
    metadata,
    metadata.primaryColumns.map(({ propertyName }) => propertyName),
    entity,
  );

const copyOf = (metadata: EntityMetadata, entity: ObjectLiteral): ObjectLiteral =>
  Object.assign(metadata.create() as ObjectLiteral, entity, snapshotOf(metadata, entity));
