import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** Somebody who listens to a stream of events. */
export interface Listening {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The data of all events of a name that have come so far. */
  events<Data>(name: string): Data[];
  /** When the other side has ended it, or the line broke. */
  readonly ended: Promise<void>;
  hangUp(): Promise<void>;
}

/** Connects to a stream of server-sent events; resolves when its head has come. */
export async function heardFrom(url: string, secret: string): Promise<Listening> {
  const asked = request(url, { headers: { authorization: `Bearer ${secret}` }, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let heard = '';
  answer.setEncoding('utf8').on('data', (text: string) => (heard += text));
  answer.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => answer.once('close', () => resolve()));
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    events: <Data>(name: string) =>
      [...heard.matchAll(new RegExp(`^event: ${name}\ndata: (.*)\n\n`, 'gm'))].map(
        ([, data]) => JSON.parse(data!) as Data,
      ),
    ended,
    hangUp: async () => {
      answer.destroy();
      await ended;
    },
  };
}
