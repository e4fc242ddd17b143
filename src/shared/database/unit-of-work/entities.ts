import { EntityReads } from './entity-reads.js';
import { snapshotOf } from './snapshot.js';
import { Unit } from './unit.js';
import { WarmEntities } from './warm-entities.js';
import { Injectable, type Type } from '@nestjs/common';
import { DataSource, type ObjectLiteral } from 'typeorm';

/**
 * Reads entities for repositories. Inside a unit of work every row is one object, new ones included, and what a handler
 * changes on it is written at commit; outside (plain queries) it is a plain read.
 */
@Injectable()
export class Entities {
  constructor(
    private readonly source: DataSource,
    private readonly reads: EntityReads,
    private readonly warm: WarmEntities,
  ) {}

  /** By members that name one row at most, and that never change. */
  async one<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Promise<Entity | undefined> {
    return this.held(type, where) ?? this.guessed(type, where) ?? (await this.all(type, where))[0];
  }

  async all<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Promise<Entity[]> {
    const unit = Unit.currentIfAny();
    const added = unit ? this.added(unit, type, where) : [];
    if (!unit) return this.reads.by(type, where);
    const metadata = this.source.getMetadata(type);
    const question = JSON.stringify([metadata.tablePath, where]);
    const stored = await unit.once(question, () => this.reads.by(type, where));
    return [
      ...added,
      ...stored.map((entity) => unit.track(this.keyOf(type, entity), entity, snapshotOf(metadata, entity))),
    ];
  }

  private guessed<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Entity | undefined {
    const unit = Unit.currentIfAny();
    const entity = unit?.mayGuess ? this.warm.recall(type, where) : undefined;
    const metadata = this.source.getMetadata(type);
    return entity && unit!.track(this.keyOf(type, entity), entity, snapshotOf(metadata, entity), true);
  }

  /** What this unit holds already, read or new; it needs no second read where there is only one. */
  held<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Entity | undefined {
    const unit = Unit.currentIfAny();
    if (!unit) return undefined;
    return matching(type, where, unit.trackedEntities)[0] ?? this.added(unit, type, where)[0];
  }

  private added<Entity extends object>(unit: Unit, type: Type<Entity>, where: Partial<Entity>): Entity[] {
    return matching(type, where, unit.insertedEntities);
  }

  private keyOf(type: Type, entity: ObjectLiteral): string {
    const { primaryColumns, tablePath } = this.source.getMetadata(type);
    return [tablePath, ...primaryColumns.map((column) => String(column.getEntityValue(entity)))].join('/');
  }
}

function matching<Entity extends object>(
  type: Type<Entity>,
  where: Partial<Entity>,
  entities: Iterable<object>,
): Entity[] {
  const wanted = Object.entries(where) as [keyof Entity, unknown][];
  return [...entities].filter(
    (entity): entity is Entity => entity instanceof type && wanted.every(([member, value]) => entity[member] === value),
  );
}
