import { EntityReads } from './entity-reads.js';
import { snapshotOf } from './snapshot.js';
import { Unit } from './unit.js';
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
  ) {}

  async one<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Promise<Entity | undefined> {
    return this.inUnit(type, where) ?? (await this.all(type, where))[0];
  }

  async all<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Promise<Entity[]> {
    const unit = Unit.currentIfAny();
    const added = unit ? this.added(unit, type, where) : [];
    const stored = await this.reads.by(type, where);
    if (!unit) return stored;
    const metadata = this.source.getMetadata(type);
    return [
      ...added,
      ...stored.map((entity) => unit.track(this.keyOf(type, entity), entity, snapshotOf(metadata, entity))),
    ];
  }

  /** A row that this unit already holds, asked for by its primary key, needs no second read. */
  private inUnit<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Entity | undefined {
    const unit = Unit.currentIfAny();
    const { primaryColumns } = this.source.getMetadata(type);
    if (!unit || !primaryColumns.every((column) => column.propertyName in where)) return undefined;
    return unit.tracked(this.keyOf(type, where as ObjectLiteral)) ?? this.added(unit, type, where)[0];
  }

  private added<Entity extends object>(unit: Unit, type: Type<Entity>, where: Partial<Entity>): Entity[] {
    const wanted = Object.entries(where) as [keyof Entity, unknown][];
    return [...unit.insertedEntities].filter(
      (entity): entity is Entity =>
        entity instanceof type && wanted.every(([member, value]) => entity[member] === value),
    );
  }

  private keyOf(type: Type, entity: ObjectLiteral): string {
    const { primaryColumns, tablePath } = this.source.getMetadata(type);
    return [tablePath, ...primaryColumns.map((column) => String(column.getEntityValue(entity)))].join('/');
  }
}
