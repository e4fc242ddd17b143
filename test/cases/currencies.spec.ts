import { expectInvariants } from '../support/invariants.js';
import { givenBack, paidOrder, refund, seenPayment, type PaidOrder } from '../support/paid-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { toStripeAmount } from '#modules/payments/gateway/stripe/stripe-money.js';
import { currencyCodes } from '#shared/kernel/currency.js';
import fc from 'fast-check';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const priced = async (currency: string, unitPrice: number): Promise<object> => {
  const sku = `${currency}-${unitPrice}`;
  await scene.stock(sku, 100, unitPrice, currency);
  return { items: [{ sku, quantity: 1 }] };
};

/** Every notice about the order, of which there are two at least, was taken for what we knew: none names another amount. */
async function expectNoticesToAgree({ id }: PaidOrder): Promise<void> {
  const seen = await until('the notices of payment and refund were looked at', async () => {
    const notices = await scene.rows<{ status: string }>(
      `SELECT status FROM messaging.inbox WHERE position(encode($1::bytea, 'hex') IN encode(raw, 'hex')) > 0`,
      [id],
    );
    return notices.length >= 2 && notices.every(({ status }) => status !== 'received') && notices;
  });
  expect(seen.filter(({ status }) => !['applied', 'ignored'].includes(status))).toEqual([]);
}

describe('danger: the customer pays a hundredfold, and gets a hundredth back', () => {
  it.each([
    ['JPY', 80, 80],
    ['KRW', 1_000, 1_000],
    // No minor unit by ISO 4217, two digits at the provider that must be 00.
    ['ISK', 5, 500],
    ['UGX', 5_000, 500_000],
  ])('B128 %s %i is charged, refunded and compared as %i', async (currency, amount, charged) => {
    const order = await paidOrder(scene, await priced(currency, amount));
    const { charges } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([{ amount: charged, currency: currency.toLowerCase(), status: 'succeeded' }]);
    expect(await seenPayment(scene, order)).toMatchObject({ captured: amount });
    const one = await refund(scene, order, { amount: 1 });
    expect([one.status, one.body.amount]).toEqual([201, 1]);
    expect(await givenBack(scene, order)).toEqual([charged / amount]);
    expect(await seenPayment(scene, order)).toMatchObject({ refunded: 1, status: 'partially_refunded' });
    await expectNoticesToAgree(order);
  });
});

describe('danger: the customer pays a tenth', () => {
  it.each([
    ['KWD', 18_600],
    ['BHD', 35_200],
  ])('B129 %s of %i thousandths is charged, refunded and compared as that', async (currency, amount) => {
    const order = await paidOrder(scene, await priced(currency, amount));
    expect((await scene.booksOf(order.id)).charges).toMatchObject([{ amount, currency: currency.toLowerCase() }]);
    expect((await refund(scene, order, { amount: 600 })).body).toMatchObject({ amount: 600, status: 'succeeded' });
    expect(await givenBack(scene, order)).toEqual([600]);
    await expectNoticesToAgree(order);
  });

  it('B129 what the provider would have to round is refused, as a price and as a refund', async () => {
    const price = { name: 'x', unitPrice: 18_605, currency: 'KWD', onHand: 1 };
    const refused = await scene.put('/api/inventory/KWD-ROUNDED', price);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/unitPrice']);
    const order = await paidOrder(scene, await priced('KWD', 18_600));
    expect((await refund(scene, order, { amount: 605 })).body.code).toBe('refund_refused');
    expect(await givenBack(scene, order)).toEqual([]);
  });
});

/** The smallest amount that our books and the provider's can both hold; none where the provider has no unit. */
const steps = new Map(
  currencyCodes.flatMap((currency) => {
    const step = [1, 10, 100].find((minor) => {
      try {
        return toStripeAmount(minor, currency) > 0;
      } catch {
        return false;
      }
    });
    return step === undefined ? [] : [[currency, step] as const];
  }),
);

describe('lines, totals, captures and refunds', () => {
  const anySale = fc.record({
    currency: fc.constantFrom(...steps.keys()),
    lines: fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    shares: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
  });

  it('add up, in our books and in those of the provider, in any currency', async () => {
    let sale = 0;
    await fc.assert(
      fc.asyncProperty(anySale, async ({ currency, lines, shares }) => {
        const step = steps.get(currency)!;
        const round = `${++sale}`;
        const items = lines.map(({ quantity }, at) => ({ sku: `SALE-${round}-${at}`, quantity }));
        for (const [at, { price }] of lines.entries()) await scene.stock(items[at]!.sku, 9, price * step, currency);
        const total = lines.reduce((sum, { price, quantity }) => sum + price * step * quantity, 0);
        const { body: order } = await scene.place({ items, expectedTotal: total });
        expect(order).toMatchObject({ status: 'confirmed', total, currency });
        const lineTotals = (order.items as { lineTotal: number }[]).map(({ lineTotal }) => lineTotal);
        expect(lineTotals.reduce((sum, one) => sum + one, 0)).toBe(total);

        let left = total;
        for (const share of shares) {
          const amount = Math.floor((left * share) / 100 / step) * step;
          if (amount === 0) continue;
          expect((await refund(scene, order, { amount })).status).toBe(201);
          left -= amount;
        }
        const payment = await seenPayment(scene, order);
        expect(payment).toMatchObject({ captured: total, refunded: total - left });
        expect(payment.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total - left);
        const { charges } = await scene.booksOf(order.id);
        expect(charges.map(({ amount }) => amount)).toEqual([toStripeAmount(total, currency)]);
        const back = (await givenBack(scene, order)).reduce((sum, amount) => sum + amount, 0);
        expect(back).toBe(toStripeAmount(total - left, currency));
        // A refund of everything leaves a confirmed order without money; the order is undone like any other.
        if (left === 0) await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'wait=20');
      }),
      // Each sale is ten requests to real processes: enough sales to meet every kind of unit, few enough to wait for.
      { numRuns: 20 },
    );
  }, 90_000);
});
