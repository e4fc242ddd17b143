import { VersionConflict } from './unit-errors.js';
import { inOrder, Rank, type WriteKind } from './write-kind.js';
import type { DataSource, EntityMetadata, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** The two statements an entity class needs: insert new ones, update changed ones under the version they were read at. */
export interface EntityWrites {
  readonly metadata: EntityMetadata;
  readonly insert: WriteKind<ObjectLiteral>;
  readonly update: WriteKind<ObjectLiteral>;
}

const quoted = (name: string): string => `"${name}"`;
const tableOf = (metadata: EntityMetadata): string => metadata.tablePath.split('.').map(quoted).join('.');

/** What the driver is to send for one member of an entity. */
const bound = (column: ColumnMetadata, entity: ObjectLiteral): unknown => {
  const value: unknown = column.getEntityValue(entity, true) ?? null;
  return column.type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
};

/** `unnest` of one array per column: one statement and one plan for any number of rows. */
const unnested = (source: DataSource, columns: readonly ColumnMetadata[], entities: readonly ObjectLiteral[]) => ({
  arrays: columns.map((column, index) => `$${index + 1}::${source.driver.normalizeType(column)}[]`).join(', '),
  values: columns.map((column) => entities.map((entity) => bound(column, entity))),
  names: columns.map((column) => quoted(column.databaseName)).join(', '),
});

const idOf = (metadata: EntityMetadata, row: ObjectLiteral): string =>
  metadata.primaryColumns.map((column) => String(column.getEntityValue(row))).join('/');

const storedIdOf = (metadata: EntityMetadata, row: ObjectLiteral): string =>
  metadata.primaryColumns.map((column) => String(row[column.databaseName])).join('/');

const namesOf = (columns: readonly ColumnMetadata[]): string =>
  columns.map((column) => `t.${quoted(column.databaseName)}`).join(', ');

const missing = (metadata: EntityMetadata, entities: readonly ObjectLiteral[], rows: readonly ObjectLiteral[]) => {
  const accepted = new Set(rows.map((row) => storedIdOf(metadata, row)));
  return entities.filter((entity) => !accepted.has(idOf(metadata, entity)));
};

const conflict = (metadata: EntityMetadata) => (lost: readonly ObjectLiteral[]) =>
  new VersionConflict(
    `${metadata.tableName} ${lost.map((entity) => idOf(metadata, entity)).join(', ')}: changed or created by another unit`,
  );

/** Derives both statements from the entity's decorated columns. */
export function entityWrites(source: DataSource, metadata: EntityMetadata): EntityWrites {
  const keys = metadata.primaryColumns;
  const version = metadata.versionColumn;
  const returning = namesOf(keys);
  const insertable = metadata.columns.filter((column) => column.isInsert);
  const given = metadata.columns.filter((column) => !column.isInsert);
  const identity = (entity: ObjectLiteral): string => `${metadata.tablePath}/${idOf(metadata, entity)}`;
  const changeable = metadata.columns.filter((column) => column.isUpdate && !column.isPrimary && column !== version);

  return {
    metadata,
    insert: {
      name: `insert ${metadata.tableName}`,
      rank: metadata.foreignKeys.length > 0 ? Rank.insertChild : Rank.insert,
      identity,
      lost: conflict(metadata),
      async write(sql, entities) {
        const { arrays, values, names } = unnested(source, insertable, inOrder({ identity }, entities));
        // DO NOTHING: another unit may be inserting the same identity; the loser is told, its unit decides again.
        const { rows } = await sql<ObjectLiteral>(
          `INSERT INTO ${tableOf(metadata)} AS t (${names}) SELECT * FROM unnest(${arrays}) ON CONFLICT DO NOTHING RETURNING ${namesOf([...keys, ...given])}`,
          values,
        );
        const inserted = new Map(rows.map((row) => [storedIdOf(metadata, row), row]));
        for (const entity of entities) {
          const row = inserted.get(idOf(metadata, entity));
          // What only the database knows about a new row.
          for (const column of row ? given : [])
            column.setEntityValue(entity, source.driver.prepareHydratedValue(row![column.databaseName], column));
        }
        return entities.filter((entity) => !inserted.has(idOf(metadata, entity)));
      },
    },
    update: {
      name: `update ${metadata.tableName}`,
      rank: Rank.update,
      identity,
      lost: conflict(metadata),
      async write(sql, entities) {
        if (!version) throw new Error(`${metadata.tableName} has no version column, so it can only be inserted`);
        const columns = [...keys, version, ...changeable];
        const { arrays, values, names } = unnested(source, columns, inOrder({ identity }, entities));
        const set = changeable.map((c) => `${quoted(c.databaseName)} = v.${quoted(c.databaseName)}`).join(', ');
        const same = keys.map((c) => `t.${quoted(c.databaseName)} = v.${quoted(c.databaseName)}`).join(' AND ');
        const v = quoted(version.databaseName);
        // The entity already carries its next version: the row must still have the one before.
        const { rows } = await sql(
          `UPDATE ${tableOf(metadata)} AS t SET ${v} = v.${v}${set && `, ${set}`} FROM unnest(${arrays}) AS v(${names}) ` +
            `WHERE ${same} AND t.${v} = v.${v} - 1 RETURNING ${returning}`,
          values,
        );
        return missing(metadata, entities, rows);
      },
    },
  };
}
