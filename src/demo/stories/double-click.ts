import { often } from '../often.js';
import { orderIn } from '../shop.js';
import type { Story } from '../story.js';
import { CouldNotAsk } from '../../ops/could-not-ask.error.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';
import { randomUUID } from 'node:crypto';

/** As many as a nervous hand, a proxy and a retrying client make together. */
const TIMES = 25;

export const doubleClick: Story = {
  title: 'A nervous customer (layer 1)',
  before: `The same order is sent ${TIMES} times at once, under one Idempotency-Key.`,
  async play({ shop, provider, goods: { plenty: sku } }) {
    const key = `demo-${randomUUID()}`;
    const answers = await Promise.all(Array.from({ length: TIMES }, () => shop.order({ sku, key })));
    const different = new Set(answers.map(({ status, text }) => `${status} ${text}`)).size;
    const { id, total, currency } = orderIn(answers[0]!);
    const orders = new Set(answers.map((answer) => orderIn(answer).id)).size;
    const charges = await provider.chargesOf(id);
    if (charges.length === 0)
      throw new CouldNotAsk(
        'The sandbox is not the one that the service pays with: give its address as SANDBOX_PSP_URL.',
      );
    return [
      `${TIMES} answers of ${different === 1 ? 'the very same bytes' : `${different} kinds`}: ${orders === 1 ? 'one order' : `${orders} orders`}, status ${answers[0]!.status}.`,
      `The provider was asked for ${spelledMoney(total, currency)} ${often(charges.length)}.`,
    ];
  },
};
