import type { Order } from '../shop.js';
import type { Story } from '../story.js';

export const lostAnswer: Story = {
  title: 'A lost answer (layer 5)',
  before: 'The provider takes the money, and the connection breaks before it can say so.',
  async play({ shop, provider, goods: { plenty: sku } }) {
    const beganAt = Date.now();
    const { status, text } = await shop.order({ sku, paymentMethod: 'pm_sandbox_drop-after-effect' });
    const seconds = ((Date.now() - beganAt) / 1_000).toFixed(1);
    const { id } = JSON.parse(text) as Order;
    const [charge, ...more] = await provider.chargesOf(id);
    return [
      `Nothing was undone on suspicion: the order was decided ${seconds} s later, with status ${status}.`,
      `The provider was asked ${charge?.attempts ?? 0} times under one key, and has taken the money ${1 + more.length} time${more.length === 0 ? '' : 's'}.`,
    ];
  },
};
