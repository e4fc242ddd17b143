import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import type { ServerRequest } from './embedded-process.js';

/** Holds an embedded server until SIGTERM stops it in order; any other end of this process leaves the server behind. */
const { asUser, ...options } = JSON.parse(process.argv[2] ?? '{}') as ServerRequest;
if (asUser) {
  process.setgroups?.([]);
  process.setgid?.(asUser);
  process.setuid?.(asUser);
}
const server = await startEmbeddedPostgres(options);
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
const { url, pid, adopted } = server;
process.stdout.write(`${JSON.stringify({ url, pid, adopted })}\n`);
