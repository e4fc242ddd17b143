import { GetOverview } from '../contract/index.js';
import { Admission } from '#shared/http/admission.js';
import { ServiceUnavailable } from '#shared/http/service-unavailable.js';
import { withinMs } from '#shared/kernel/within.js';
import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PassThrough, type Readable } from 'node:stream';

/** Often enough to watch an order heal, seldom enough to cost nothing. */
const BETWEEN_LOOKS_MS = 2_000;
/** A look that takes longer is told as trouble. */
const LOOKED_WITHIN_MS = 5_000;
/** More people do not watch one process; each holds a connection. */
const MOST_LISTENERS = 50;

/**
 * Tells whoever listens how the service stands, as server-sent events (HTML, 9.2): every 2 s one look for all of them,
 * none while nobody listens. A look that fails or hangs is told as trouble. Ends at shutdown.
 */
@Injectable()
export class OverviewFeed {
  private readonly logger = new Logger('Overview');
  private readonly listeners = new Set<PassThrough>();
  private timer?: NodeJS.Timeout;
  private looking = false;
  /** The look that is under way is late; another one beside it would hold one more connection. */
  private hangs = false;
  private last?: string;

  constructor(
    private readonly queries: QueryBus,
    private readonly admission: Admission,
  ) {
    admission.ends.addEventListener('abort', () => {
      for (const listener of this.listeners) listener.end();
    });
  }

  /**
   * Throws ServiceUnavailable when too many listen already, or the service ends. Whoever stops listening destroys the
   * stream.
   */
  join(): Readable {
    if (this.listeners.size >= MOST_LISTENERS || this.admission.ends.aborted) throw new ServiceUnavailable();
    const listener = new PassThrough();
    this.listeners.add(listener);
    listener.once('close', () => this.leave(listener));
    if (this.last) listener.write(this.last);
    if (!this.timer) this.begin();
    return listener;
  }

  private begin(): void {
    this.timer = setInterval(() => void this.look(), BETWEEN_LOOKS_MS);
    void this.look();
  }

  private leave(listener: PassThrough): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.last = undefined;
  }

  private async look(): Promise<void> {
    if (this.looking) return this.hangs ? this.tell(TROUBLE) : undefined;
    this.looking = true;
    const asked = this.queries.execute(new GetOverview());
    const over = asked.then(
      () => (this.looking = this.hangs = false),
      () => (this.looking = this.hangs = false),
    );
    const told = await withinMs(LOOKED_WITHIN_MS, asked).then(event('overview'), (error: unknown) => {
      this.hangs = this.looking;
      this.logger.warn({ err: error }, 'the overview could not be read');
      return TROUBLE;
    });
    this.tell(told);
    await over;
  }

  private tell(told: string): void {
    this.last = this.timer && told;
    // Who does not read fast enough misses a look, not the memory of this process.
    for (const listener of this.listeners) if (!listener.writableNeedDrain) listener.write(told);
  }
}

const event =
  (name: string) =>
  (data: object): string =>
    `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const TROUBLE = event('trouble')({});
