import type Stripe from 'stripe';
import type { EventRecord, ToldRecord } from '../books/records.js';
import { moneyWire } from './answer.wire.js';
import { disputeWire } from './dispute.wire.js';
import { unixSeconds } from './unix-seconds.js';

/** The API version whose shapes the sandbox speaks: that of the pinned SDK, so that its types hold. */
export const API_VERSION = '2026-10-28.endive';

/** An event in Stripe's words; its object is the record as it was when the event happened. */
export function eventWire(event: EventRecord): Stripe.EventBase {
  const data = { object: toldWire(event.object) };
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: unixSeconds(event.createdAt),
    data,
    livemode: false,
    pending_webhooks: event.due === undefined ? 0 : 1,
    request: { id: event.cause?.requestId ?? null, idempotency_key: event.cause?.idempotencyKey ?? null },
    type: event.type,
  };
}

const toldWire = (record: ToldRecord) => (record.object === 'dispute' ? disputeWire(record) : moneyWire(record));
