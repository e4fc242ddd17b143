import type pg from 'pg';

/** Any number that nothing else locks in the maintenance database of this cluster. */
const PRESENCE = 4_711;

/**
 * Says that one more process uses the server. Ends by itself when that process dies, however it dies: it is a lock of
 * the session, on a connection that leads to our own server directly, with no pooler that could hand the session on.
 */
export const announceUse = async (client: pg.Client): Promise<void> => {
  await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE]);
};

/**
 * Takes the announcement back and says whether nobody else uses the server. With the connection gone the server is
 * gone or going, so nobody does.
 */
export async function endUse(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ alone: boolean }>(
      'SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS alone',
      [PRESENCE],
    );
    return rows[0]?.alone ?? true;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
