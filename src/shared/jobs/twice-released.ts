import type { Pool, PoolClient } from 'pg';

type Release = (error?: Error | boolean) => void;
type Borrow = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * The same pool, for a borrower that may give one connection back twice: the second time is no news. The queue's listener
 * does so when it is told to end while its LISTEN dies with the connection, and nobody would hear the pool's complaint
 * but the process, which ends of it.
 */
export function forgivingTwiceReleased(pool: Pool): Pool {
  const connect = pool.connect.bind(pool) as { (): Promise<PoolClient>; (borrow: Borrow): void };
  const forgiving = (borrow?: Borrow): Promise<PoolClient> | void =>
    borrow ? connect((error, client, release) => borrow(error, client, once(release))) : connect();
  return Object.assign(pool, { connect: forgiving });
}

function once(release: Release): Release {
  let isBack = false;
  return (error) => {
    if (isBack) return;
    isBack = true;
    release(error);
  };
}
