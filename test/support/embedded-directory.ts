import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stopEmbeddedPostgres } from '#shared/database/embedded-postgres/stop-embedded-postgres.js';

/** A fresh directory that the server's account can enter, too: as root the server runs as somebody else. */
export async function publicTempDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o755);
  return directory;
}

/** Stops the server of that directory at once and removes everything of it, also where the cluster is only linked. */
export async function removeCluster(dataDir: string): Promise<void> {
  await stopEmbeddedPostgres({ dataDir, mode: 'immediate' });
  const outside = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  if (outside) await rm(dirname(outside), { recursive: true, force: true });
  // The server's last processes may still write for a moment.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
