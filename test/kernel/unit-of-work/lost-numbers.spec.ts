import { gate } from '../support/gate.js';
import { type OwnServer, startOwnServer } from '../../support/own-server.js';
import { openStatementRoad, type StatementRoad } from '../../support/statement-road.js';
import { until } from '../../support/until.js';
import { createPipeliningPool } from '#shared/database/pools.js';
import { inTransaction } from '#shared/database/unit-of-work/transaction.js';
import pg, { type Pool } from 'pg';

let server: OwnServer;
let road: StatementRoad;
let pool: Pool;
beforeAll(async () => {
  server = await startOwnServer();
});
beforeEach(async () => {
  road = await openStatementRoad(server.database.url);
  pool = createPipeliningPool(road.url, 1, 'writes');
});
afterEach(async () => {
  await pool.end();
  await road.close();
});
afterAll(() => server.database.drop());

/** Nothing of it reaches the disk, so a crash takes back the number as well. */
const numbered = (told: (number: bigint) => void): Promise<unknown> =>
  inTransaction(pool, async (sql) => {
    const { rows } = await sql<{ number: string }>('SELECT pg_current_xact_id()::text AS number');
    told(BigInt(rows[0]!.number));
  }).then(
    () => 'committed',
    (error: unknown) => error,
  );

const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.database.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Commits transactions until one of them had this number. */
async function giveOut(number: bigint): Promise<void> {
  const other = await connected();
  for (let last = 0n; last < number;) {
    const { rows } = await other.query<{ number: string }>('SELECT pg_current_xact_id()::text AS number');
    last = BigInt(rows[0]!.number);
  }
  await other.end();
}

const theServerCrashes = async (): Promise<void> => {
  await server.crash();
  await server.start();
};

/** The others are ended with it, and what they had in common is recovered; the server's own process lives. */
async function oneOfItsProcessesIsKilled(): Promise<void> {
  const victim = await connected();
  const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => victim.once('end', resolve));
  process.kill(rows[0]!.pid, 'SIGKILL');
  await ended;
  const isBack = async (): Promise<boolean> =>
    connected().then(
      (client) => client.end().then(() => true),
      () => false,
    );
  await until('the server has recovered', isBack);
}

/** It is lost on its last step, and can be asked about when `meanwhile` is through. */
async function lostAtCommit(
  crash: () => Promise<void>,
  meanwhile: (number: bigint) => Promise<void> = async () => undefined,
): Promise<unknown> {
  const atCommit = gate();
  const mayAsk = gate();
  road.watch(async ({ text }, when): Promise<'pass'> => {
    if (when !== 'before') return 'pass';
    if (text === 'COMMIT') atCommit.open();
    if (text === 'COMMIT' || text.includes('pg_xact_status')) await mayAsk.opened;
    return 'pass';
  });
  const number = Promise.withResolvers<bigint>();
  const outcome = numbered(number.resolve);
  await atCommit.opened;
  await crash();
  await meanwhile(await number.promise);
  mayAsk.open();
  return outcome;
}

describe.each([
  ['the server crashes', theServerCrashes],
  ['one of its processes is killed', oneOfItsProcessesIsKilled],
])('danger: %s at a COMMIT, and what is lost is numbered again', (_, crash) => {
  it('the commit of the next one of that number is not taken for its own', async () => {
    expect(await lostAtCommit(crash, giveOut)).toMatchObject({ name: 'CommitInDoubt' });
  });

  it('who is asked before there is one says that it is lost', async () => {
    expect(await lostAtCommit(crash)).toMatchObject({
      message: expect.stringContaining('Connection terminated') as string,
    });
  });
});
