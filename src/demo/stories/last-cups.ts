import { RARE } from '../goods.js';
import type { Story } from '../story.js';

const BUYERS = 12;

export const lastCups: Story = {
  title: 'The last cups',
  before: `${BUYERS} customers buy one of ${RARE} cups, all at once; each pays first.`,
  async play({ shop, operator, goods: { rare: sku } }) {
    const answers = await Promise.all(Array.from({ length: BUYERS }, () => shop.order({ sku })));
    const sold = answers.filter(({ status }) => status === 201).length;
    const soldOut = answers.filter(({ status }) => status === 409).length;
    const { onHand } = await operator.onShelf(sku);
    return [
      `${sold} were sold, ${soldOut} customers were told that it is sold out and have their money back. On the shelf: ${onHand}.`,
    ];
  },
};
