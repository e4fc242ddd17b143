import { type CatalogueEntry, catalogue } from './catalogue.js';
import { entityClasses } from './entity-classes.js';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { CreateIdempotencyRecords1764000060000 } from '#modules/idempotency/index.js';
import { migrationSource } from '#shared/database/migrations.js';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';

describe('the migrations', () => {
  let database: TestDatabase;
  let found: CatalogueEntry[];

  beforeAll(async () => {
    database = await createTestDatabase();
    found = await catalogue(database.url);
  });

  afterAll(() => database.drop());

  const ofKind = (...kinds: CatalogueEntry['kind'][]) => found.filter(({ kind }) => kinds.includes(kind));
  const columns = (matching: RegExp) =>
    ofKind('column')
      .filter(({ name }) => matching.test(name))
      .map(({ table, name, definition }) => [`${table}.${name}`, definition.split(' DEFAULT')[0]] as const);

  it('give our door the very table that is shipped with it for other applications', async () => {
    const other = await createBareDatabase();
    const source = new DataSource({
      type: 'postgres',
      url: other.url,
      migrations: [CreateIdempotencyRecords1764000060000],
    });
    try {
      await source.initialize();
      await source.runMigrations();
      const shipped = (await catalogue(other.url)).filter(({ table }) => table === 'idempotency.records');
      expect(shipped.length).toBeGreaterThan(20);
      expect(shipped).toEqual(found.filter(({ table }) => table === 'idempotency.records'));
      await source.undoLastMigration();
      expect((await catalogue(other.url)).filter(({ table }) => table.startsWith('idempotency'))).toEqual([]);
    } finally {
      await source.destroy();
      await other.drop();
    }
  });

  it('leave nothing behind when all are taken back, and lead to the same schema again', async () => {
    const again = await createTestDatabase();
    const source = await migrationSource(again.url);
    try {
      const count = (await source.query<{ name: string }[]>('SELECT name FROM migrations')).length;
      for (let n = 0; n < count; n++) await source.undoLastMigration();
      expect(await catalogue(again.url)).toEqual([]);

      expect(await source.runMigrations()).toHaveLength(count);
      expect(await catalogue(again.url)).toEqual(found);
    } finally {
      await source.destroy();
      await again.drop();
    }
  });

  it('make what the entities declare: TypeORM finds nothing to change', async () => {
    const entities = await entityClasses();
    const source = await new DataSource({ type: 'postgres', url: database.url, entities }).initialize();
    try {
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(entities.length).toBeGreaterThan(5);
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await source.destroy();
    }
  });

  it('name every constraint and index themselves', async () => {
    const files = await Promise.all(
      (await readdir('migrations')).map((file) => readFile(join('migrations', file), 'utf8')),
    );
    const written = new Set(files.join('\n').match(/\w+/g));
    const invented = ofKind('constraint', 'index').filter(({ name }) => !written.has(name));
    expect(ofKind('constraint').length).toBeGreaterThan(20);
    expect(invented).toEqual([]);
  });

  it('give every moment its time zone', () => {
    const moments = columns(/_at$/);
    expect(moments.length).toBeGreaterThan(10);
    for (const [, type] of moments) expect(type).toMatch(/^timestamp with time zone/);
    expect(ofKind('column').filter(({ definition }) => /without time zone/.test(definition))).toEqual([]);
  });

  it('keep money and counts in whole numbers', () => {
    const money = columns(/^(amount|total|captured|refunded|unit_price|line_total|quantity|on_hand|reserved|delta)$/);
    expect(money.length).toBeGreaterThan(10);
    for (const [, type] of money) expect(type).toMatch(/^bigint/);
    expect(ofKind('column').filter(({ definition }) => /numeric|real|double|money/.test(definition))).toEqual([]);
  });
});
