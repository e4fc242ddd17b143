import { startFailure } from '#shared/config/start-failure.js';
import { tellSupervisor } from '#shared/supervision/service-word.js';
import type { ServiceOrder } from './service-order.js';

/**
 * The service of `npm start` in a process of its own, forked by its supervisor. It loads at once, begins when it is given
 * its order, and says when it serves. What prevents that is told on stderr as every start tells it, with exit code 1.
 */
let stop = (): Promise<void> => Promise.resolve();
let stopping: Promise<void> | undefined;
process.on('SIGTERM', () => void (stopping ??= stop().then(() => process.exit(0))));
// A terminal tells everybody in the foreground; who is to end and when, the supervisor says.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The supervisor is dead: nobody else would stop us, and the next start needs the port.
process.on('disconnect', () => process.exit(1));

const { promise: ordered, resolve: order } = Promise.withResolvers<ServiceOrder>();
process.once('message', (message) => order(message as ServiceOrder));

// Now that signals are heard, the large rest.
const [{ serveLocally }, { outliveStrayRejections }] = await Promise.all([
  import('./serve-locally.js'),
  import('#shared/observability/stray-rejections.js'),
]);
outliveStrayRejections();
try {
  const service = await serveLocally(process.env, await ordered);
  stop = () => service.close();
  tellSupervisor('serves');
} catch (error) {
  const line = startFailure(error) ?? `Unexpected: ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
