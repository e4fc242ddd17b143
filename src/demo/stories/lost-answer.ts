import { often } from '../often.js';
import { orderIn } from '../shop.js';
import type { Story } from '../story.js';

export const lostAnswer: Story = {
  title: 'A lost answer (layer 5)',
  before: 'The provider takes the money, and the connection breaks before it can say so.',
  async play({ shop, provider, goods: { plenty: sku } }) {
    const beganAt = Date.now();
    const answer = await shop.order({ sku, paymentMethod: 'pm_sandbox_drop-after-effect' });
    const seconds = ((Date.now() - beganAt) / 1_000).toFixed(1);
    const charges = await provider.chargesOf(orderIn(answer).id);
    const attempts = Math.max(0, ...charges.map((charge) => charge.attempts));
    return [
      `Nothing was undone on suspicion: the order was decided ${seconds} s later, with status ${answer.status}.`,
      attempts > 1
        ? `The provider was asked ${often(attempts)}, always under the same key.`
        : 'The provider’s own notice told what had become of it, so nobody had to ask again.',
      `It has taken the money ${often(charges.length)}.`,
    ];
  },
};
