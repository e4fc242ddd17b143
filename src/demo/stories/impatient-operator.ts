import { stoppedSince } from '../layers.js';
import type { Notice } from '../operator.js';
import type { Stage, Story } from '../story.js';
import { setTimeout as pause } from 'node:timers/promises';

/** A notice about nothing that is known is looked at again after a second; the lever has to be pressed before that. */
const PARKED_WITHIN_MS = 5_000;
const BETWEEN_LOOKS_MS = 25;
/** Long enough for the job of the lever to run. */
const QUEUED_WITHIN_MS = 2_000;
/** On a busy machine the second may be over before the lever is pressed. */
const TRIES = 3;

export const impatientOperator: Story = {
  title: 'An impatient operator (layer 4)',
  before:
    'The provider tells of a payment that is not ours. It waits in the inbox for its next look, and an operator presses "look again".',
  async play(stage) {
    const before = await stage.operator.stoppedByLayer();
    const stoppedJobs = async (): Promise<number> => stoppedSince(before, await stage.operator.stoppedByLayer()).job;
    for (let tried = 1; tried <= TRIES; tried++) {
      const notice = await parkedNotice(stage);
      if (!notice) return ['This sandbox was given no address for its notices, so none could be looked at.'];
      await stage.operator.lookAgainAt(notice);
      for (const limit = Date.now() + QUEUED_WITHIN_MS; Date.now() < limit; await pause(BETWEEN_LOOKS_MS)) {
        const stopped = await stoppedJobs();
        if (stopped > 0)
          return [
            `The look that follows was queued already: the queue refused ${stopped === 1 ? 'the second job' : `${stopped} jobs`} with its key.`,
            'The notice stays parked for 72 hours, in case its order still comes.',
          ];
      }
    }
    return ['The lever was pressed too late every time: the next look had begun.'];
  },
};

async function parkedNotice({ provider, operator }: Stage): Promise<Notice | undefined> {
  const event = await provider.eventOf('payment_intent.payment_failed', () => provider.declineStranger());
  if (!event) return undefined;
  for (const limit = Date.now() + PARKED_WITHIN_MS; Date.now() < limit; await pause(BETWEEN_LOOKS_MS)) {
    const notice = await operator.parkedNotice(event.id);
    if (notice) return notice;
  }
  return undefined;
}
