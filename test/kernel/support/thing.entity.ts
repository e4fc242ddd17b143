import { minorUnitsColumn } from '#shared/kernel/money.js';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';

/** One column of every kind that our entities have. */
@Entity({ schema: 'bench', name: 'things' })
export class Thing {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') state!: string;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'bigint', transformer: minorUnitsColumn }) amount!: number;
  @Column({ type: 'jsonb', nullable: true }) detail!: Record<string, unknown> | null;
  @Column({ type: 'bytea', nullable: true }) secret!: Buffer | null;
  @Column({ type: 'timestamptz', nullable: true }) due!: Date | null;
  @Column({ type: 'text', update: false }) origin!: string;
  @VersionColumn() version!: number;

  static make(members: Partial<Thing> & { id: string }): Thing {
    const plain = { state: 'new', note: null, amount: 0, detail: null, secret: null, due: null, origin: 'bench' };
    return Object.assign(new Thing(), plain, { version: 1 }, members);
  }
}

/** A table whose class forgot its version. */
@Entity({ schema: 'bench', name: 'unversioned' })
export class Unversioned {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') state!: string;
}

export const BENCH_TABLES = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.things (
    id uuid PRIMARY KEY, state text NOT NULL, note text, amount bigint NOT NULL, detail jsonb, secret bytea,
    due timestamptz, origin text NOT NULL, version integer NOT NULL
  );
  CREATE TABLE bench.unversioned (id uuid PRIMARY KEY, state text NOT NULL);
  CREATE TABLE bench.lines (position bigint GENERATED ALWAYS AS IDENTITY, word text NOT NULL);
  CREATE TABLE bench.names (name text PRIMARY KEY);
  CREATE TABLE bench.counters (name text PRIMARY KEY, amount bigint NOT NULL CHECK (amount >= 0));
  CREATE TABLE bench.singles (word text CONSTRAINT singles_once UNIQUE DEFERRABLE INITIALLY DEFERRED);`;
