import { stoppedSince } from '../layers.js';
import type { Stage, Story } from '../story.js';

/** Enough for some of them to arrive before the first one is written. */
const AT_ONCE = 20;
/** A race has no certain winner: the notice of another order is tried when the first one was not close enough. */
const TRIES = 3;

export const lateNotices: Story = {
  title: 'A provider that repeats itself (layers 2, 3 and 5)',
  before: `An order is confirmed without the provider's notice. Then the notice comes, ${AT_ONCE} times in the same instant, and again.`,
  async play(stage) {
    const before = await stage.operator.stoppedByLayer();
    for (let tried = 1; ; tried++) {
      const statuses = await orderAndRepeat(stage);
      if (statuses.length === 0)
        return ['This sandbox was given no address for its notices, so none could be repeated.'];
      const stopped = stoppedSince(before, await stage.operator.stoppedByLayer());
      if (stopped.inbox === 0 && tried < TRIES) continue;
      const taken = statuses.filter((status) => status === 200).length;
      return [
        `${taken} of ${statuses.length} were answered 200. ${stopped.inbox} stumbled over the row of the first one, ${stopped.event} found it there already.`,
        'What the first one had to say was known from the provider’s answer, so it changed nothing.',
      ];
    }
  },
};

async function orderAndRepeat({ shop, provider, goods: { plenty: sku } }: Stage): Promise<readonly number[]> {
  const event = await provider.eventOf('payment_intent.succeeded', () =>
    shop.order({ sku, paymentMethod: 'pm_sandbox_webhook-never' }),
  );
  return event ? [...(await provider.tell(event, AT_ONCE)), ...(await provider.tell(event, AT_ONCE))] : [];
}
