import { FULL } from '../support/extent.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { EVERYWHERE, type KillCell } from '../support/kill-places.js';
import { StruckDown } from '../support/struck-down.js';

let instances: StruckDown;
beforeAll(async () => {
  instances = await StruckDown.open('another instance');
}, 2 * STARTED_WITHIN_MS);
afterAll(() => instances.close());

/** With those of the next start: every journey at every kind of place, with either successor. */
const CHOSEN: KillCell[] = [
  ['placed', 'before its last COMMIT', 'K4-K7 payment, stock, order and answer are one commit'],
  ['placed', 'after its last request to the provider', 'K4 captured, and nobody heard of it'],
  ['draft confirmed', 'after its first COMMIT', 'K2 key, saga and job are kept'],
  ['draft confirmed', 'before its last request to the provider', 'K3 the capture never left'],
  ['declined', 'after its last request to the provider', 'K4 declined, and nobody heard of it'],
  ['confirmed order cancelled', 'after its first COMMIT', 'C1 key, saga and refund are kept'],
  ['confirmed order cancelled', 'before its last request to the provider', 'C2 the refund never left'],
  ['refund requested', 'before its first COMMIT', 'C1 key, saga and refund are one commit'],
  ['refund requested', 'after its last request to the provider', 'C3 refunded, and nobody heard of it'],
  ['webhook of a refund', 'after its first COMMIT', 'kept, not acknowledged, not applied'],
  ['webhook of a refund', 'before its last COMMIT', 'refund and consumption are one commit'],
  ['stock adjusted', 'after its last COMMIT', 'K8 stock and answer are kept'],
];

describe('B026 B054 B060 B061 B073 killed on the way; another instance goes on, no client asks', () => {
  it.each(FULL ? EVERYWHERE : CHOSEN)(
    '%s, killed %s: %s',
    async (journey, place) => {
      await instances.expectRecovered(journey, place);
      // On a machine of their own; the short run shares one with the other tests.
      if (FULL) instances.expectInTime();
    },
    (FULL ? 60 : 3) * STARTED_WITHIN_MS,
  );
});
