import type { Unit } from './unit.js';
import { entityWrites, type EntityWrites } from './entity-writes.js';
import { Injectable } from '@nestjs/common';
import { DataSource, type ObjectLiteral } from 'typeorm';

const differs = (before: unknown, after: unknown): boolean => {
  if (before instanceof Date && after instanceof Date) return before.getTime() !== after.getTime();
  if (typeof before === 'object' && typeof after === 'object') return JSON.stringify(before) !== JSON.stringify(after);
  return (before ?? null) !== (after ?? null);
};

/** Finds what a unit changed and turns it into rows to write. */
@Injectable()
export class Changes {
  private readonly known = new Map<Function, EntityWrites>();

  constructor(private readonly source: DataSource) {}

  /**
   * Queues every new entity for insert and every changed one for a version-checked update. A changed entity carries its
   * next version from here on, so an answer rendered now shows what will be committed.
   */
  collect(unit: Unit): void {
    for (const entity of unit.insertedEntities) unit.write(this.writesOf(entity).insert, entity);
    for (const { entity, snapshot } of unit.loadedEntities) {
      const { metadata, update } = this.writesOf(entity);
      const changed = metadata.columns.some((column) =>
        differs(snapshot[column.propertyName], (entity as ObjectLiteral)[column.propertyName]),
      );
      if (!changed) continue;
      if (metadata.versionColumn) (entity as ObjectLiteral)[metadata.versionColumn.propertyName] += 1;
      unit.write(update, entity);
    }
  }

  private writesOf(entity: object): EntityWrites {
    let writes = this.known.get(entity.constructor);
    if (!writes) {
      writes = entityWrites(this.source, this.source.getMetadata(entity.constructor));
      this.known.set(entity.constructor, writes);
    }
    return writes;
  }
}
