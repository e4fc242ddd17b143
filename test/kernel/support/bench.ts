import { BENCH_TABLES, Thing, Unversioned } from './thing.entity.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { History } from '#shared/database/history.js';
import { LookUps } from '#shared/database/look-ups.js';
import { createPipeliningPool } from '#shared/database/pools.js';
import { Changes } from '#shared/database/unit-of-work/changes.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { GroupCommit } from '#shared/database/unit-of-work/group-commit.js';
import { EntityReads } from '#shared/database/unit-of-work/entity-reads.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { WarmEntities } from '#shared/database/unit-of-work/warm-entities.js';
import type { Sql, WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';

/** The unit of work of one process. */
export interface Process {
  readonly units: UnitOfWork;
  readonly groups: GroupCommit;
  readonly entities: Entities;
  readonly pool: pg.Pool;
  readonly warm: WarmEntities;
}

/** Units of work on a real database with made-up tables; nothing else of the service. */
export class Bench {
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly observer: pg.Pool,
  ) {}

  /** @param given a database for this bench alone, which goes with it */
  static async open(given?: TestDatabase): Promise<Bench> {
    const database = given ?? (await createTestDatabase());
    const observer = new pg.Pool({ connectionString: database.url, max: 2 });
    await observer.query(BENCH_TABLES);
    return new Bench(database, observer);
  }

  /** @param url another road to the database for the commits of this process */
  async process(options: { max?: number; url?: string } = {}): Promise<Process> {
    const { max = 4, url = this.database.url } = options;
    const source = await new DataSource({
      type: 'postgres',
      url: this.database.url,
      entities: [Thing, Unversioned],
      poolSize: max,
    }).initialize();
    const pool = createPipeliningPool(url, max, 'writes');
    const lane = createPipeliningPool(url, 1, 'group writes');
    const lookUps = createPipeliningPool(this.database.url, 1, 'look-ups');
    this.closers.push(
      () => source.destroy(),
      () => pool.end(),
      () => lane.end(),
      () => lookUps.end(),
    );
    const history = new History();
    const groups = new GroupCommit(lane, pool, history);
    const warm = new WarmEntities(source);
    history.onChange(() => warm.forgetAll());
    return {
      groups,
      units: new UnitOfWork(groups, new Changes(source, warm), history),
      entities: new Entities(source, new EntityReads(source, new LookUps(lookUps)), warm),
      pool,
      warm,
    };
  }

  /** What everybody else sees. */
  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.observer.query<Row>(text, values)).rows;
  }

  async words(): Promise<string[]> {
    const rows = await this.rows<{ word: string }>('SELECT word FROM bench.lines ORDER BY position');
    return rows.map(({ word }) => word);
  }

  /** The stored thing, as it is in the database. */
  async stored(id: string): Promise<Record<string, unknown> | undefined> {
    const [row] = await this.rows<Record<string, unknown>>('SELECT * FROM bench.things WHERE id = $1', [id]);
    return row;
  }

  /** Puts a thing there and returns its id. */
  async put({ units }: Process, members: Partial<Thing> = {}): Promise<string> {
    const id = randomUUID();
    await units.run(async (unit) => unit.insert(Thing.make({ id, ...members })));
    return id;
  }

  async close(): Promise<void> {
    await Promise.all(this.closers.map((close) => close()));
    await this.observer.end();
    await this.database.drop();
  }
}

/** A write of its own kind that does whatever the test wants inside the transaction. */
export const doing = (rank: number, work: (sql: Sql) => Promise<unknown>, name = `work ${rank}`): WriteKind<null> => ({
  name,
  rank,
  identity: () => name,
  lost: () => new Error('never loses'),
  async write(sql) {
    await work(sql);
    return [];
  },
});

/** Writes one word, so that everybody can see that and when this was committed. */
export const saying = (word: string, rank = 30): WriteKind<null> =>
  doing(rank, (sql) => sql('INSERT INTO bench.lines (word) VALUES ($1)', [word]), `say ${word}`);

/** Ends the connection of this very transaction, as an administrator or a crash would. */
export const dying = (rank = 40): WriteKind<null> =>
  doing(rank, (sql) => sql('SELECT pg_terminate_backend(pg_backend_pid())'), 'die');
