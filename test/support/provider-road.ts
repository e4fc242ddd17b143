import type { Moment } from './statement-guard.js';
import { openWatchedRoad, type Verdict } from './watched-road.js';

/** A request to the payment provider: before the provider has it, or when its answer begins to come back. */
export type RequestWatcher = (request: string, moment: Moment) => Verdict | Promise<Verdict>;

/** A road to the provider on which somebody may stand at every request, told as `POST /v1/refunds`. */
export interface ProviderRoad {
  readonly url: string;
  watch(watcher: RequestWatcher | undefined): void;
  close(): Promise<void>;
}

/** A request without what differs from one run to the next: the ids in its path, and its query. */
export const requestKind = (request: string): string =>
  request.replace(/\?.*/, '').replaceAll(/\b[a-z]+_[A-Za-z0-9]{8,}/g, '{id}');

const REQUEST_LINE = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/;

export async function openProviderRoad(providerUrl: string): Promise<ProviderRoad> {
  const url = new URL(providerUrl);
  let watcher: RequestWatcher | undefined;
  const road = await openWatchedRoad({ host: url.hostname, port: Number(url.port) }, () => {
    let underWay: string | undefined;
    return {
      async *toServer(sent) {
        const request = REQUEST_LINE.exec(sent.toString('latin1'))?.[1];
        underWay = request ?? underWay;
        yield request && (await watcher?.(request, 'before')) === 'cut' ? 'cut' : sent;
      },
      async *toClient(answered) {
        const request = underWay;
        underWay = undefined;
        yield request && (await watcher?.(request, 'after')) === 'cut' ? 'cut' : answered;
      },
    };
  });
  url.host = `127.0.0.1:${road.port}`;
  return { url: url.href.replace(/\/$/, ''), watch: (next) => (watcher = next), close: () => road.close() };
}
