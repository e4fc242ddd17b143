import { until } from '../support/until.js';
import { type Bench, openBench, paymentOf, refusalOf } from './sandbox-harness.js';

/** Long enough that the first look of a test comes before it on a busy machine. */
const SEARCH_LAG_MS = 1500;

describe('the lists of the sandbox', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({ searchLagMs: SEARCH_LAG_MS });
  });
  afterEach(() => bench.close());

  const make = async (orderId: string, extra: object = {}) =>
    (await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa', { metadata: { orderId }, ...extra }))).id;

  it('show every payment, newest first, across pages', async () => {
    const made: string[] = [];
    for (const order of ['1', '2', '3', '4', '5']) made.unshift(await make(order));
    const page = await bench.stripe.paymentIntents.list({ limit: 2 });
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    expect(page.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const all = await bench.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
    const last = await bench.stripe.paymentIntents.list({ limit: 2, starting_after: made[3] ?? '' });
    expect(last).toMatchObject({ has_more: false, data: [{ id: made[4] }] });
  });

  it('show what was created since a moment', async () => {
    const id = await make('1');
    const { created } = await bench.stripe.paymentIntents.retrieve(id);
    const found = async (range: object) =>
      (await bench.stripe.paymentIntents.list({ created: range })).data.map((payment) => payment.id);
    expect(await found({ gte: created })).toEqual([id]);
    expect(await found({ gte: created + 1 })).toEqual([]);
    expect(await found({ gt: created })).toEqual([]);
    expect(await found({ lte: created })).toEqual([id]);
    expect(await found({ lt: created })).toEqual([]);
  });

  it('expand the charge of every payment on request', async () => {
    await make('1');
    const { data } = await bench.stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(data).toMatchObject([{ latest_charge: { object: 'charge', status: 'succeeded' } }]);
  });

  it.each([{ limit: 0 }, { limit: 101 }, { starting_after: 'pi_none' }, { expand: ['data.customer'] }])(
    'refuse %j',
    async (params) => {
      expect(await refusalOf(bench.stripe.paymentIntents.list(params))).toMatchObject({ statusCode: 400 });
    },
  );

  it('danger: a search does not find what was just paid', async () => {
    const id = await make('order-7');
    const query = "metadata['orderId']:'order-7' AND status:'succeeded'";
    const search = async () => (await bench.stripe.paymentIntents.search({ query })).data.map((payment) => payment.id);
    expect(await search()).toEqual([]);
    expect((await bench.stripe.paymentIntents.list()).data).toHaveLength(1);
    await until('the search has caught up', async () => (await search()).length > 0);
    expect(await search()).toEqual([id]);
  });

  it('search page by page', async () => {
    const made = [await make('same'), await make('same'), await make('same')].toReversed();
    await make('other');
    const query = "metadata['orderId']:'same'";
    await until('all are indexed', async () => (await bench.stripe.paymentIntents.search({ query })).data.length === 3);
    const first = await bench.stripe.paymentIntents.search({ query, limit: 2 });
    expect(first).toMatchObject({ object: 'search_result', has_more: true });
    const second = await bench.stripe.paymentIntents.search({ query, limit: 2, page: first.next_page ?? '' });
    expect(second).toMatchObject({ has_more: false, next_page: null });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
  });

  it('refuse a search they cannot read', async () => {
    expect(await refusalOf(bench.stripe.paymentIntents.search({ query: 'orders please' }))).toMatchObject({
      statusCode: 400,
      param: 'query',
    });
  });

  it('show the events of everything that happened, by type where asked', async () => {
    const id = await make('1');
    await bench.stripe.refunds.create({ payment_intent: id });
    const { data } = await bench.stripe.events.list();
    expect(data).toMatchObject([
      { object: 'event', type: 'refund.created', data: { object: { object: 'refund', status: 'succeeded' } } },
      { object: 'event', type: 'payment_intent.succeeded', data: { object: { id, status: 'succeeded' } } },
    ]);
    const refunds = await bench.stripe.events.list({ type: 'refund.created' });
    expect(refunds.data.map((event) => event.id)).toEqual([data[0]?.id]);
    expect(await bench.stripe.events.retrieve(data[1]?.id ?? '')).toMatchObject({ type: 'payment_intent.succeeded' });
  });
});
