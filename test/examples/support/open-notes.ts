import { serveNotes } from '../../../examples/notes-app/notes-app.js';
import { NotesModule } from '../../../examples/notes-app/notes.module.js';
import { createBareDatabase, type TestDatabase } from '../../support/test-database.js';
import { equipForKeys } from '#modules/idempotency/index.js';
import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import supertest from 'supertest';

interface SentAs {
  /** No header at all when absent. */
  readonly key?: string;
  /** Nobody when empty. */
  readonly as?: string;
  /** The path; the example's own route unless said otherwise. */
  readonly at?: string;
}

/** The example application, over HTTP, on a database that had nothing in it. */
export class Notes {
  private readonly endings: (() => Promise<void>)[] = [];

  constructor(
    readonly database: TestDatabase,
    private readonly app: NestFastifyApplication,
    private readonly sql: pg.Pool,
    private readonly url: string,
  ) {}

  /** Sends it at once. */
  write(text: string, { key, as = 'ada', at = '/notes' }: SentAs): Promise<supertest.Response> {
    const headers = { ...(as && { 'X-Author': as }), ...(key !== undefined && { 'Idempotency-Key': key }) };
    return supertest(this.url)
      .post(at)
      .set(headers)
      .send({ text })
      .then((answer) => answer);
  }

  get(path: string, as = 'ada'): supertest.Test {
    return supertest(this.url).get(path).set('X-Author', as);
  }

  put(path: string, body: object): supertest.Test {
    return supertest(this.url).put(path).set('X-Author', 'ada').send(body);
  }

  provider<Provider>(type: Type<Provider>): Provider {
    return this.app.get(type, { strict: false });
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query<Row>(text, values)).rows;
  }

  written(text: string): Promise<number> {
    return this.count('SELECT count(*)::int AS count FROM notes WHERE text = $1', text);
  }

  records(key: string): Promise<number> {
    return this.count('SELECT count(*)::int AS count FROM idempotency.records WHERE key = $1', key);
  }

  private async count(text: string, value: string): Promise<number> {
    return (await this.rows<{ count: number }>(text, [value]))[0]!.count;
  }

  /** Something happens first whenever a key is about to be claimed. */
  async whenKeysAreClaimed(happens: string, work: () => Promise<void>): Promise<void> {
    await this.rows(`
      CREATE FUNCTION public.mishap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${happens}; RETURN NEW; END $$;
      CREATE TRIGGER mishap BEFORE INSERT ON idempotency.records FOR EACH ROW EXECUTE FUNCTION public.mishap();`);
    try {
      await work();
    } finally {
      await this.rows('DROP FUNCTION public.mishap CASCADE');
    }
  }

  beforeClose(ending: () => Promise<void>): void {
    this.endings.push(ending);
  }

  async close(): Promise<void> {
    for (const ending of this.endings) await ending();
    await this.app.close();
    await this.sql.end();
    await this.database.drop();
  }
}

/** The example as it is. */
export const openNotes = (): Promise<Notes> => serving(({ url }) => serveNotes(url, 0));

@Module({})
class MoreThanNotes {}

/** The same with routes of the test's own beside it; rejects with the complaint of the start. */
export const openNotesBeside = (...controllers: Type[]): Promise<Notes> =>
  serving(async ({ url }) => {
    const module = { module: MoreThanNotes, imports: [NotesModule.on(url)], controllers };
    const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    equipForKeys(app);
    try {
      await app.listen(0);
    } catch (error) {
      await app.close();
      throw error;
    }
    return app;
  });

async function serving(start: (database: TestDatabase) => Promise<NestFastifyApplication>): Promise<Notes> {
  const database = await createBareDatabase();
  try {
    const app = await start(database);
    app.useLogger(false);
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    sql.on('error', () => undefined);
    return new Notes(database, app, sql, await app.getUrl());
  } catch (error) {
    await database.drop();
    throw error;
  }
}
