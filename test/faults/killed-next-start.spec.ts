import { FULL } from '../support/extent.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { EVERYWHERE, type KillCell } from '../support/kill-places.js';
import { StruckDown } from '../support/struck-down.js';

let instance: StruckDown;
beforeAll(async () => {
  instance = await StruckDown.open('the next start');
}, STARTED_WITHIN_MS);
afterAll(() => instance.close());

/** With those that another instance takes over: every journey at every kind of place, with either successor. */
const CHOSEN: KillCell[] = [
  ['placed', 'after its last COMMIT', 'K8 decided, its answer never sent'],
  ['placed', 'before its last request to the provider', 'K3 the capture never left'],
  ['draft confirmed', 'before its first COMMIT', 'K1 key, saga and job are one commit'],
  ['draft confirmed', 'after its last request to the provider', 'K4 captured, and nobody heard of it'],
  ['out of stock', 'after its last request to the provider', 'C3 refunded, and nobody heard of it'],
  ['confirmed order cancelled', 'before its last COMMIT', 'C4 refund, stock, order and answer are one commit'],
  ['confirmed order cancelled', 'after its last request to the provider', 'C3 refunded, and nobody heard of it'],
  ['refund requested', 'after its last COMMIT', 'K8 decided, its answer never sent'],
  ['refund requested', 'before its last request to the provider', 'C2 the refund never left'],
  ['webhook of a refund', 'before its first COMMIT', 'not acknowledged, so it is told again'],
  ['webhook of a refund', 'after its last COMMIT', 'applied, and its job is not over'],
  ['stock adjusted', 'before its last COMMIT', 'K1 stock and answer are one commit'],
];

describe('B026 B054 B061 B073 the only instance is killed on the way; its next start goes on, no client asks', () => {
  it.each(FULL ? EVERYWHERE : CHOSEN)(
    '%s, killed %s: %s',
    async (journey, place) => {
      await instance.expectRecovered(journey, place);
      // On a machine of their own; the short run shares one with the other tests.
      if (FULL) instance.expectInTime();
    },
    (FULL ? 60 : 3) * STARTED_WITHIN_MS,
  );
});
