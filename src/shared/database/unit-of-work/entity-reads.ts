import { sideBySide } from '../side-by-side.js';
import { LookUps } from '../look-ups.js';
import { isDatabaseUnavailable } from '../../http/database-unavailable.js';
import { Gathered } from '../../kernel/gathered.js';
import { Injectable, type Type } from '@nestjs/common';
import { DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

const quoted = (name: string): string => `"${name}"`;

/** Reads the rows of entity classes by the values of some columns; units that read at the same time share a statement. */
@Injectable()
export class EntityReads {
  private readonly questions = new Map<string, Gathered<ObjectLiteral, ObjectLiteral[]>>();

  constructor(
    private readonly source: DataSource,
    private readonly lookUps: LookUps,
  ) {}

  /** All entities whose members equal these, in no order; every caller gets objects of its own. */
  async by<Entity extends ObjectLiteral>(type: Type<Entity>, where: Partial<Entity>): Promise<Entity[]> {
    const metadata = this.source.getMetadata(type);
    const members = Object.keys(where).toSorted();
    const name = [metadata.tablePath, ...members].join('/');
    let question = this.questions.get(name);
    if (!question) {
      question = new Gathered(this.asking(metadata, members), isDatabaseUnavailable);
      this.questions.set(name, question);
    }
    return (await question.find(where)) as Entity[];
  }

  private asking(metadata: EntityMetadata, members: readonly string[]) {
    const { driver } = this.source;
    const wanted = members.map((member) => columnOf(metadata, member));
    const types = wanted.map((column) => driver.normalizeType(column));
    const keys = sideBySide(Object.fromEntries(wanted.map(({ databaseName }, n) => [databaseName, types[n]!])));
    const same = wanted.map(({ databaseName: name }) => `t.${quoted(name)} = w.${quoted(name)}`).join(' AND ');
    const columns = metadata.columns.map(({ databaseName: name }) => `t.${quoted(name)}`).join(', ');
    const table = metadata.tablePath.split('.').map(quoted).join('.');
    const text =
      `SELECT w."asked by", ${columns} ` +
      `FROM (${keys}, generate_subscripts($1::${types[0]}[], 1) AS "asked by") AS w JOIN ${table} t ON ${same}`;

    return async (wheres: readonly ObjectLiteral[]): Promise<ObjectLiteral[][]> => {
      const values = wanted.map((column) => wheres.map((where) => column.getEntityValue(where, true) as unknown));
      const rows = await this.lookUps.find<ObjectLiteral & { 'asked by': number }>(text, values);
      const found = wheres.map((): ObjectLiteral[] => []);
      for (const row of rows) found[row['asked by'] - 1]!.push(this.entityOf(metadata, row));
      return found;
    };
  }

  private entityOf(metadata: EntityMetadata, row: ObjectLiteral): ObjectLiteral {
    const entity = metadata.create() as ObjectLiteral;
    for (const column of metadata.columns) {
      column.setEntityValue(entity, this.source.driver.prepareHydratedValue(row[column.databaseName], column));
    }
    return entity;
  }
}

const columnOf = (metadata: EntityMetadata, member: string): ColumnMetadata => {
  const column = metadata.findColumnWithPropertyName(member);
  if (!column) throw new Error(`${metadata.name} has no column ${member}`);
  return column;
};
