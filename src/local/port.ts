import { createServer } from 'node:net';
import { CannotStart } from '#shared/config/cannot-start.error.js';

/** Somebody else listens where we want to. */
class PortTaken extends CannotStart {
  override readonly name = 'PortTaken';
}

/**
 * The port if it is free on that host, or a free one for port 0. Asked before anything is started, so that the commonest
 * mistake is told at once. Throws PortTaken; other reasons (a host that is not ours, a port below 1024) as Node says it.
 */
export const freePortFor = (variable: 'PORT' | 'SANDBOX_PORT', host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const other = port === 65_535 ? port - 1 : port + 1;
      reject(
        new PortTaken(
          `Port ${port} on ${host} is in use: stop what listens there or choose another, for example ${variable}=${other}.`,
        ),
      );
    });
    probe.listen({ host, port, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
