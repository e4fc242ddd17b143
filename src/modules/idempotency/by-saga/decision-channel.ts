import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { lookAfter } from '#shared/database/look-after.js';
import { CONNECT_TIMEOUT_MS, WRITER_POOL } from '#shared/database/pools.js';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';

const CHANNEL = 'ichido_decided';
/** Nobody waits for it, and on a connection that has fallen silent it would hold the place of a commit. */
const TOLD_WITHIN_MS = 1_000;
/** Decisions of this many milliseconds share one notification: a NOTIFY inside the commit would serialise commits. */
const GATHER_MS = 2;
/** 200 ids of 36 characters stay below PostgreSQL's limit of 8000 bytes per notification. */
const IDS_PER_NOTIFICATION = 200;
/** A lost listener tries again this often; until then everybody polls. */
const RECONNECT_MS = 500;

/** Tells other processes which records are decided, and hears it from them. Nothing depends on it but latency. */
@Injectable()
export class DecisionChannel implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners: ((ids: string[]) => void)[] = [];
  private pending: string[] = [];
  private client?: pg.Client;
  private reconnect?: NodeJS.Timeout;
  private closed = false;
  /** Whether notifications arrive at the moment. */
  isOpen = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WRITER_POOL) private readonly pool: pg.Pool,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'worker') await this.listen();
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  onDecided(listener: (ids: string[]) => void): void {
    this.listeners.push(listener);
  }

  tell(ids: readonly string[]): void {
    if (this.pending.length === 0) setTimeout(() => this.send(), GATHER_MS);
    this.pending.push(...ids);
  }

  private send(): void {
    const ids = this.pending.splice(0);
    if (this.closed) return;
    for (let from = 0; from < ids.length; from += IDS_PER_NOTIFICATION) {
      const payload = ids.slice(from, from + IDS_PER_NOTIFICATION).join(',');
      // Lost together with the database: whoever waits polls.
      const notice = { text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, payload], query_timeout: TOLD_WITHIN_MS };
      this.pool.query(notice).catch(() => undefined);
    }
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      application_name: 'ichido decisions',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.client = client;
    const lost = (): void => {
      this.isOpen = false;
      if (this.closed || this.client !== client) return;
      this.client = undefined;
      this.reconnect = setTimeout(() => void this.listen(), RECONNECT_MS);
    };
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload }) => {
      for (const listener of this.listeners) listener(payload?.split(',') ?? []);
    });
    try {
      await client.connect();
      lookAfter(client);
      await client.query(`LISTEN ${CHANNEL}`);
      this.isOpen = true;
    } catch {
      lost();
      // It may stand, and have refused to listen, as a replica does that has not taken over yet.
      void client.end().catch(() => undefined);
    }
  }
}
