import type { Unit } from './unit.js';
import type { WriteKind } from './write-kind.js';
import { entityWrites, type EntityWrites } from './entity-writes.js';
import { hasChanged } from './snapshot.js';
import { OnlyGuessed } from './unit-errors.js';
import { WarmEntities } from './warm-entities.js';
import { Injectable } from '@nestjs/common';
import { DataSource, type ObjectLiteral } from 'typeorm';

/** Finds what a unit changed and turns it into rows to write. */
@Injectable()
export class Changes {
  private readonly known = new Map<Function, EntityWrites>();

  constructor(
    private readonly source: DataSource,
    private readonly warm: WarmEntities,
  ) {}

  /**
   * Queues every new entity for insert, and every one that is changed or relied on for a version-checked update. It carries
   * its next version from here on, so an answer rendered now shows what will be committed. Throws OnlyGuessed when it was
   * decided on a row that nothing will check.
   */
  collect(unit: Unit): void {
    unit.stopGuessing();
    for (const entity of unit.insertedEntities) this.write(unit, this.writesOf(entity).insert, entity);
    for (const { entity, snapshot, isGuess } of unit.loadedEntities) {
      const { metadata, update } = this.writesOf(entity);
      if (!hasChanged(metadata, snapshot, entity) && !unit.reliesOn(entity)) {
        if (isGuess) throw new OnlyGuessed(metadata.tableName);
        continue;
      }
      if (metadata.versionColumn) (entity as ObjectLiteral)[metadata.versionColumn.propertyName] += 1;
      this.write(unit, update, entity);
    }
  }

  private write(unit: Unit, kind: WriteKind<ObjectLiteral>, entity: object): void {
    unit.write(kind, entity);
    unit.afterCommit(() => this.warm.remember(entity));
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
