import { Entrance } from './entrance.js';
import { ServiceUnavailable } from './service-unavailable.js';
import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';

/** More requests at once only wait for each other; beyond this a caller is better off trying again (503). */
const MAX_IN_FLIGHT = 1_000;
/** How often a shutdown looks whether the last answer has left. */
const BETWEEN_LOOKS_MS = 20;

/** Health and numbers are asked for when things are bad; they are answered without being counted. */
const isWatching = (route: string | undefined): boolean =>
  route === '/metrics' || (route?.startsWith('/health/') ?? false);
/** A process that ends lives until its end, and must not be restarted; it only takes nothing on any more. */
const isLife = (route: string | undefined): boolean => route === '/health/live';

/** Whether a request is let in: not while the service shuts down, and not beyond what it can hold. */
export class Admission {
  private readonly entrance = new Entrance();
  private readonly ending = new AbortController();
  private inFlight = 0;
  private closing = false;

  /** Aborted when nobody is let in any more: an answer that has no end of its own ends then. */
  get ends(): AbortSignal {
    return this.ending.signal;
  }

  /** Before everything else that looks at a request. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const route = request.routeOptions.url;
      if (isLife(route) || (isWatching(route) && !this.closing)) return done();
      if (this.closing || this.inFlight >= MAX_IN_FLIGHT) return done(new ServiceUnavailable());
      this.inFlight += 1;
      reply.raw.once('close', () => (this.inFlight -= 1));
      this.entrance.pass(done);
    });
    // Who is answered while the service ends has to ask elsewhere next.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.closing) void reply.header('Connection', 'close');
      done(null, payload);
    });
  }

  /** Lets nobody in any more; resolves when the last answer has left, or the time is over. */
  async close(withinMs: number): Promise<void> {
    this.closing = true;
    this.ending.abort();
    const until = Date.now() + withinMs;
    while (this.inFlight > 0 && Date.now() < until) await pause(BETWEEN_LOOKS_MS);
  }
}
