import type { Story } from '../story.js';

export const declinedCard: Story = {
  title: 'A card without money',
  before: 'The bank says no to a payment. A refusal is an answer: the order turns back.',
  async play({ shop, goods: { plenty: sku } }) {
    const { status, text } = await shop.order({ sku, paymentMethod: 'pm_card_chargeDeclined' });
    const { code } = JSON.parse(text) as { code?: string };
    return [`The customer was told ${status} ${code ?? ''}. Nothing was charged, and nothing was held back for it.`];
  },
};
