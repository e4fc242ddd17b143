import type { FAULT_KINDS, WaitingFault } from '../contract/index.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { ServiceUnavailable } from '#shared/http/service-unavailable.js';
import { Inject, Injectable } from '@nestjs/common';

/** A fault to be armed. */
export interface Wanted {
  readonly kind: (typeof FAULT_KINDS)[number];
  readonly ms?: number;
  readonly times: number;
}

/** As the sandbox lists it. */
interface Armed {
  readonly fault: { readonly kind: string; readonly ms?: number; readonly result?: string };
  readonly times: number;
}

/** Every payment of ours begins with this request. */
const CAPTURES = { method: 'POST', path: '/v1/payment_intents' };

/** How long a bank that says no takes over it: the answer has left before. */
const DECLINED_AFTER_MS = 200;

/** The sandbox is next door, and answers at once or is not there. */
const PATIENCE_MS = 5_000;

/** The faults that wait at the sandbox, over its control routes. */
@Injectable()
export class SandboxFaults {
  /** Absent where the provider is none that can be asked to misbehave. */
  private readonly url?: string;

  private before: Promise<void> = Promise.resolve();

  constructor(@Inject(CONFIG) { paymentProvider, sandboxPspUrl }: Config) {
    if (paymentProvider === 'sandbox') this.url = sandboxPspUrl;
  }

  get isThere(): boolean {
    return this.url !== undefined;
  }

  /** Throws ServiceUnavailable when the sandbox does not answer; so does `replaceBy`. */
  async list(): Promise<WaitingFault[]> {
    const { items } = (await this.ask('GET')) as { items: readonly Armed[] };
    return items.map(waiting);
  }

  /** One after the other: two at once would arm a mixture of both. */
  replaceBy(faults: readonly Wanted[]): Promise<void> {
    const replaced = this.before.then(() => this.arm(faults));
    this.before = replaced.catch(() => undefined);
    return replaced;
  }

  private async arm(faults: readonly Wanted[]): Promise<void> {
    await this.ask('DELETE');
    for (const { kind, ms, times } of faults) {
      const fault = ITS_WORDS[kind] ?? { kind, ms };
      await this.ask('POST', { match: CAPTURES, fault, times });
    }
  }

  private async ask(method: string, body?: object): Promise<unknown> {
    try {
      const answer = await fetch(`${this.url}/_sandbox/faults`, {
        method,
        headers: body && { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.ok) return await answer.json();
      throw new Error(`the sandbox answered ${answer.status} to ${method} /_sandbox/faults`);
    } catch (cause) {
      throw new ServiceUnavailable(1, { cause });
    }
  }
}

const DECLINE = { kind: 'async-outcome', result: 'failed', ms: DECLINED_AFTER_MS };
const KILL = { kind: 'kill-after-effect' };

/** What the sandbox has other words for. */
const ITS_WORDS: Readonly<Partial<Record<Wanted['kind'], object>>> = { decline: DECLINE, 'kill-worker': KILL };

function waiting({ fault: { kind, ms, result }, times }: Armed): WaitingFault {
  if (kind === DECLINE.kind && result === DECLINE.result) return { kind: 'decline', times };
  return kind === KILL.kind ? { kind: 'kill-worker', times } : { kind, ms, times };
}
