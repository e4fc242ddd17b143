import type { Crowd } from './clients/crowd.js';
import type { Handed } from './clients/operator.js';
import type { KeyedRequest } from './clients/request.js';
import type { RequestFigures, Tally } from './clients/tally.js';
import { isOpen } from './readings/open-keys.js';
import { type Quiet, untilNothingMoves, untilQuiet } from './readings/quiet.js';
import { type Reconciled, reconcile } from './stack/reconciliation.js';
import type { Stage } from './stack/stage.js';
import { stoppedPerLayer } from '../test/support/stopped-per-layer.js';

/** How everything came to rest. */
export interface Rest {
  /** Before anybody helped. */
  readonly byItself: Quiet;
  readonly reconciled: Reconciled;
  /** What had not come to rest by itself, and was left to the operator. */
  readonly handed: Handed;
  /** Behind the operator. */
  readonly first: Quiet;
  /** What clients had met, and which duplicates were stopped, before everybody asked once more. */
  readonly requests: RequestFigures;
  readonly stopped: Readonly<Record<string, number>>;
  /** Behind everybody, who has asked everything once more. */
  readonly last: Quiet;
  /** Those that got no answer then, although no flow of theirs goes on. */
  readonly unanswered: readonly KeyedRequest[];
}

/**
 * Everybody serves, every letter is brought, whatever moves by itself comes to its end; then what every night makes up
 * for is made up for, the operator presses retry and redrive, everybody asks once more, and nothing is under way.
 */
export async function comeToRest(stage: Stage, crowd: Crowd, tally: Tally, signal: AbortSignal): Promise<Rest> {
  const { instances, looks, post } = stage;
  await Promise.all(instances.map((instance) => instance.start()));
  await post.nothingOwed();
  const byItself = await untilNothingMoves(looks);
  const reconciled = await reconcile(stage, signal);
  const handed = await crowd.operator.lookAtAll();
  const first = await untilQuiet(looks);
  const { requests } = tally;
  const stopped = await stoppedPerLayer(looks);
  // Where nobody can serve any more, nobody can ask; that is found already.
  const canAsk = instances.some(({ state }) => state === 'serves');
  const unanswered = canAsk ? await crowd.askEverythingAgain((request) => isOpen(looks, request)) : [];
  return { byItself, reconciled, handed, first, requests, stopped, last: await untilQuiet(looks), unanswered };
}
