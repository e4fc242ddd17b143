import type { RateWindow } from './rate-windows.store.js';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Tell = Parameters<FastifyRateLimitStore['incr']>[1];

interface Line {
  waiting: Tell[];
  isCounting: boolean;
  /** By this process's steady clock: until then the tenant has used up its window, and nobody need be asked. */
  spentUntil: number;
}

/**
 * Counts the requests of each tenant, as @fastify/rate-limit asks for it. A tenant has one statement under way: what
 * comes meanwhile shares its next one, and what comes when its window is used up needs none. So a burst of one tenant
 * costs the others nothing.
 */
export class TenantCounts implements FastifyRateLimitStore {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly count: (tenant: string, requests: number) => Promise<RateWindow>,
    private readonly limit: number,
  ) {}

  incr(tenant: string, tell: Tell): void {
    const line = this.lineOf(tenant);
    const spentFor = line.spentUntil - performance.now();
    if (spentFor > 0) return tell(null, { current: this.limit + 1, ttl: spentFor });
    line.waiting.push(tell);
    if (!line.isCounting) void this.serve(tenant, line);
  }

  child(): FastifyRateLimitStore {
    return this;
  }

  private async serve(tenant: string, line: Line): Promise<void> {
    line.isCounting = true;
    while (line.waiting.length > 0) await this.countAll(tenant, line, line.waiting.splice(0));
    line.isCounting = false;
  }

  /** Never rejects: whoever waits is told what went wrong. */
  private async countAll(tenant: string, line: Line, waiting: readonly Tell[]): Promise<void> {
    try {
      const { used, msLeft } = await this.count(tenant, waiting.length);
      if (used >= this.limit) line.spentUntil = performance.now() + msLeft;
      const before = used - waiting.length;
      waiting.forEach((tell, at) => tell(null, { current: before + at + 1, ttl: msLeft }));
    } catch (error) {
      for (const tell of waiting) tell(error as Error);
    }
  }

  private lineOf(tenant: string): Line {
    const known = this.lines.get(tenant);
    if (known) return known;
    const line: Line = { waiting: [], isCounting: false, spentUntil: 0 };
    this.lines.set(tenant, line);
    return line;
  }
}
