import type { FaultOf } from '../plan/fault-kinds.js';
import type { PlannedFault } from '../plan/planned-faults.js';
import { type Letter, underAnotherId } from '../stack/letter.js';
import type { Mishap, PostOffice } from '../stack/post-office.js';

type Kind = FaultOf<'post'>;

const ACCEPTED = 200;

/** From behind the answer to behind two leases. */
const late = (extent: number): number => Math.round(300 + extent * 4_000);
/** News of the same payment is told within this time, if there is any. */
const NEWER_NEWS_MS = 700;

const MISHAPS: Readonly<Record<Kind, (extent: number) => Mishap>> = {
  'webhook dropped': () => async () => ACCEPTED,
  'webhook doubled': () => async (letter, office) =>
    Math.max(...(await Promise.all([office.deliver(letter), office.deliver(letter)]))),
  'webhook late': (extent) => async (letter, office) => {
    office.bringLater(letter, late(extent));
    return ACCEPTED;
  },
  'webhook out of order': () => outOfOrder,
  'webhook under another id': () => async (letter, office) => {
    office.bringLater(underAnotherId(letter));
    return office.deliver(letter);
  },
};

/** What is newer is let past: this one is brought behind it. */
async function outOfOrder(letter: Letter, office: PostOffice): Promise<number> {
  office.bringLater(letter, NEWER_NEWS_MS);
  return ACCEPTED;
}

/** What happens to the next webhook. */
export function preparePost(office: PostOffice, kind: Kind, { extent }: PlannedFault, happened: () => void): void {
  const mishap = MISHAPS[kind](extent);
  office.prepare((letter, at) => {
    happened();
    return mishap(letter, at);
  });
}
