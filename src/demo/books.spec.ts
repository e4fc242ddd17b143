import { checkBooks, type Books } from './books.js';
import { PLENTY, RARE } from './goods.js';
import type { Ledger } from './provider.js';
import type { Order } from './shop.js';
import type { Stage } from './story.js';

const GOODS = { plenty: 'TEA', rare: 'CUP' };

const order = (id: string, status = 'confirmed'): Order => ({
  id,
  status,
  currency: 'EUR',
  total: 890,
  items: [{ sku: 'TEA', quantity: 1 }],
});

const charge = (id: string, orderId: string, status = 'succeeded'): Ledger['charges'][number] => ({
  id,
  amount: 890,
  status,
  metadata: { orderId },
  attempts: 1,
});

interface World {
  readonly orders: readonly Order[];
  readonly charges: Ledger['charges'];
  readonly refunds?: Ledger['refunds'];
  readonly wishes?: number;
  readonly tea?: number;
}

const booksOf = ({ orders, charges, refunds = [], wishes = orders.length, tea }: World): Promise<Books> => {
  const sold = orders.filter(({ status }) => status === 'confirmed').length;
  const onShelf = async (sku: string) => ({ onHand: sku === 'CUP' ? RARE : (tea ?? PLENTY - sold), reserved: 0 });
  return checkBooks({
    shop: { wishes, decidedOrders: async () => orders },
    provider: { ledger: async () => ({ charges, refunds }) },
    operator: { onShelf },
    goods: GOODS,
  } as unknown as Stage);
};

describe('the books of a run', () => {
  it('agree when what is confirmed was charged once, and of the rest nothing was kept', async () => {
    const books = await booksOf({
      orders: [order('a'), order('b', 'cancelled'), order('c', 'cancelled')],
      charges: [charge('pi_a', 'a'), charge('pi_b', 'b'), charge('pi_c', 'c', 'failed'), charge('pi_x', 'of others')],
      refunds: [{ charge: 'pi_b', amount: 890, status: 'succeeded' }],
    });
    expect(books).toEqual({ orders: 3, confirmed: 1, cancelled: 2, cost: 890, kept: 890, wrong: [] });
  });

  it.each<[string, World, string]>([
    ['twice', { orders: [order('a')], charges: [charge('pi_1', 'a'), charge('pi_2', 'a')] }, 'it was charged 2 times'],
    ['never', { orders: [order('a')], charges: [] }, 'it was charged 0 times'],
    ['and kept', { orders: [order('a', 'cancelled')], charges: [charge('pi_1', 'a')] }, '890 of its money were kept'],
    ['as two orders', { orders: [order('a')], charges: [charge('pi_1', 'a')], wishes: 0 }, '0 orders were wanted'],
    ['oversold', { orders: [order('a')], charges: [charge('pi_1', 'a')], tea: PLENTY }, `Of ${PLENTY} TEA 1 were sold`],
    ['and left', { orders: [order('a', 'pending')], charges: [] }, 'Order a is still pending.'],
  ])('do not agree about an order that was charged %s', async (_, world, sentence) => {
    expect((await booksOf(world)).wrong).toEqual([expect.stringContaining(sentence)]);
  });
});
