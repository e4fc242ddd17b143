import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** One request, exactly as it is to be sent: nothing is normalised, encoded or added. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
  /** Path and query. */
  readonly path: string;
  /** A list sends the header once per value; text beyond ASCII is sent as one byte per character. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text and bytes are sent as they are, anything else as JSON; chunks are sent one by one without a length. */
  readonly body?: unknown;
  readonly chunks?: readonly Buffer[];
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** From the first byte sent to the last one received. */
  readonly ms: number;
}

/** Longer than any answer of a healthy service takes, `Prefer: wait` excepted. */
const ANSWERED_WITHIN_MS = 10_000;

const bytesOf = (body: unknown): Buffer | undefined => {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** Sends one request to a running service; rejects when no whole answer comes. */
export function ask(base: string, { method = 'GET', path, headers = {}, body, chunks }: Asked): Promise<Answered> {
  const { hostname, port } = new URL(base);
  const content = bytesOf(body);
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, agent: false });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    if (content) request.setHeader('content-length', content.length);
    request.setTimeout(ANSWERED_WITHIN_MS, () => request.destroy(new Error(`no answer to ${method} ${path}`)));
    request.once('error', reject);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
          ms: performance.now() - begun,
        }),
      );
    });
    for (const chunk of chunks ?? []) request.write(chunk);
    request.end(content);
  });
}
