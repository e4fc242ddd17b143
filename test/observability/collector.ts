import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface WireValue {
  readonly stringValue?: string;
  readonly intValue?: number;
}

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: WireValue }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface WireExport {
  readonly resourceSpans: readonly {
    readonly resource: Pick<WireSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** A span as it arrived. */
export interface CollectedSpan extends Omit<WireSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of the process that sent it. */
  readonly service: Readonly<Record<string, unknown>>;
}

/** Takes traces over OTLP/HTTP, as JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All that came in, as it came. */
  readonly raw: string;
  close(): Promise<void>;
}

const plain = (attributes: WireSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

export async function startCollector(): Promise<Collector> {
  let raw = '';
  const spans: CollectedSpan[] = [];
  const take = (body: string): void => {
    raw += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as WireExport).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: plain(span.attributes), service: plain(resource.attributes) });
  };
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const body = await text(incoming);
      if (incoming.url === '/v1/traces') take(body);
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    void answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get raw() {
      return raw;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
