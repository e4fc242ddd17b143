import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { createPool } from '#shared/database/pools.js';
import { forgivingTwiceReleased } from '#shared/jobs/twice-released.js';
import type { Pool } from 'pg';

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = forgivingTwiceReleased(createPool(database.url, 2, 'jobs'));
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

describe('danger: a queue that ends while its LISTEN dies gives its connection back twice, and takes the process along', () => {
  it('the second time is no error, and frees nothing that somebody else has borrowed since', async () => {
    const giveBack = await new Promise<() => void>((resolve, reject) =>
      pool.connect((error, _client, release) => (error ? reject(error) : resolve(release))),
    );
    giveBack();
    const next = await pool.connect();
    expect(giveBack).not.toThrow();
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
    next.release();
    expect(pool.idleCount).toBe(1);
  });

  it('a connection that is given back as broken is gone', async () => {
    await new Promise<void>((resolve, reject) =>
      pool.connect((error, _client, release) => {
        if (error) return reject(error);
        release(true);
        resolve();
      }),
    );
    expect(pool.totalCount).toBe(0);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
