import { newOrder } from '../load/traffic.ts';
import { ARTICLES } from './articles.ts';
import type { System } from './system.ts';
import { Pool } from 'undici';

/** Lists have pages of at most a hundred (docs.stripe.com/api/pagination). */
const PAGE = 100;
/** As many as the clients of the measurements. */
const PLACING = 32;

interface EventList {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

/**
 * Places so many orders and answers with the events that the provider has about them, as the texts that it would deliver:
 * nobody has delivered them, because the sandboxes of the measurements report to nobody.
 */
export async function eventsOfNewOrders(system: System, orders: number): Promise<string[]> {
  const before = await newestEvent(system);
  await placeOrders(system, orders);
  const provider = new Pool(system.sandboxUrl);
  const events: string[] = [];
  for (let after: string | undefined, more = true; more;) {
    const page = await readPage(provider, after);
    const fresh = page.data.slice(0, indexOrAll(page, before));
    events.push(...fresh.map((event) => JSON.stringify(event)));
    after = fresh.at(-1)?.id;
    more = page.has_more && fresh.length === PAGE;
  }
  await provider.close();
  return events;
}

async function placeOrders({ orders, headers }: System, count: number): Promise<void> {
  const { origin, pathname } = new URL(orders);
  const pool = new Pool(origin, { connections: PLACING });
  let left = count;
  const placer = async (): Promise<void> => {
    while (left-- > 0) {
      const order = newOrder(ARTICLES);
      const answer = await pool.request({
        path: pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...order.headers },
        body: order.body,
      });
      await answer.body.dump();
      if (answer.statusCode !== 201) throw new Error(`an order was answered with ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: PLACING }, placer));
  await pool.close();
}

async function newestEvent({ sandboxUrl }: System): Promise<string | undefined> {
  const pool = new Pool(sandboxUrl);
  const { data } = await readPage(pool, undefined, 1);
  await pool.close();
  return data[0]?.id;
}

async function readPage(pool: Pool, after: string | undefined, limit = PAGE): Promise<EventList> {
  const path = `/v1/events?limit=${limit}${after === undefined ? '' : `&starting_after=${after}`}`;
  const headers = { authorization: 'Bearer sk_test_bench' };
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
  if (statusCode !== 200) throw new Error(`the provider lists no events: ${statusCode}`);
  return (await body.json()) as EventList;
}

const indexOrAll = ({ data }: EventList, id: string | undefined): number => {
  const index = data.findIndex((event) => event.id === id);
  return index < 0 ? data.length : index;
};
