import { sideBySide } from '../side-by-side.js';
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

/** The SELECT of what the parameters hold, one array for each column. */
const given = (source: DataSource, columns: readonly ColumnMetadata[]): string =>
  sideBySide(Object.fromEntries(columns.map((column) => [column.databaseName, source.driver.normalizeType(column)])));

const parameters = (columns: readonly ColumnMetadata[], entities: readonly ObjectLiteral[]): unknown[][] =>
  columns.map((column) => entities.map((entity) => bound(column, entity)));

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
export const entityWrites = (source: DataSource, metadata: EntityMetadata): EntityWrites => ({
  metadata,
  insert: insertOf(source, metadata),
  update: updateOf(source, metadata),
});

const identityIn =
  (metadata: EntityMetadata) =>
  (entity: ObjectLiteral): string =>
    `${metadata.tablePath}/${idOf(metadata, entity)}`;

function insertOf(source: DataSource, metadata: EntityMetadata): WriteKind<ObjectLiteral> {
  const identity = identityIn(metadata);
  const columns = metadata.columns.filter((column) => column.isInsert);
  // What only the database knows about a new row.
  const toldBack = metadata.columns.filter((column) => !column.isInsert);
  const names = columns.map((column) => quoted(column.databaseName)).join(', ');
  // DO NOTHING: another unit may be inserting the same identity; the loser is told, its unit decides again.
  const text =
    `INSERT INTO ${tableOf(metadata)} AS t (${names}) ${given(source, columns)} ` +
    `ON CONFLICT DO NOTHING RETURNING ${namesOf([...metadata.primaryColumns, ...toldBack])}`;
  return {
    name: `insert ${metadata.tableName}`,
    rank: metadata.foreignKeys.length > 0 ? Rank.insertChild : Rank.insert,
    identity,
    lost: conflict(metadata),
    async write(sql, entities) {
      const { rows } = await sql<ObjectLiteral>(text, parameters(columns, inOrder({ identity }, entities)));
      const inserted = new Map(rows.map((row) => [storedIdOf(metadata, row), row]));
      for (const entity of entities) {
        const row = inserted.get(idOf(metadata, entity));
        for (const column of row ? toldBack : [])
          column.setEntityValue(entity, source.driver.prepareHydratedValue(row![column.databaseName], column));
      }
      return entities.filter((entity) => !inserted.has(idOf(metadata, entity)));
    },
  };
}

function updateOf(source: DataSource, metadata: EntityMetadata): WriteKind<ObjectLiteral> {
  const identity = identityIn(metadata);
  const version = metadata.versionColumn;
  const changeable = metadata.columns.filter((column) => column.isUpdate && !column.isPrimary && column !== version);
  const columns = [...metadata.primaryColumns, ...(version ? [version] : []), ...changeable];
  const text = version && updateText(metadata, version, changeable, given(source, columns));
  return {
    name: `update ${metadata.tableName}`,
    rank: Rank.update,
    identity,
    lost: conflict(metadata),
    async write(sql, entities) {
      if (!text) throw new Error(`${metadata.tableName} has no version column, so it can only be inserted`);
      const { rows } = await sql(text, parameters(columns, inOrder({ identity }, entities)));
      return missing(metadata, entities, rows);
    },
  };
}

/** The entity already carries its next version: the row must still have the one before. */
function updateText(
  metadata: EntityMetadata,
  version: ColumnMetadata,
  changeable: readonly ColumnMetadata[],
  rows: string,
): string {
  const keys = metadata.primaryColumns;
  const names = (columns: readonly ColumnMetadata[]) => columns.map(({ databaseName }) => quoted(databaseName));
  const set = names([version, ...changeable]).map((name) => `${name} = v.${name}`);
  const same = names(keys).map((name) => `t.${name} = v.${name}`);
  const v = quoted(version.databaseName);
  return (
    `UPDATE ${tableOf(metadata)} AS t SET ${set.join(', ')} FROM (${rows}) AS v ` +
    `WHERE ${same.join(' AND ')} AND t.${v} = v.${v} - 1 RETURNING ${namesOf(keys)}`
  );
}
