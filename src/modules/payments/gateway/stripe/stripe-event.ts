import { createHash } from 'node:crypto';
import { asObject, asText, type Wire } from './wire-member.js';

/** The members of an event that say which one it is (docs.stripe.com/api/events/object), proved to be storable. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly object: Wire;
  readonly meaning: Buffer;
}

/** Ids and types are visible ASCII; anything else is neither Stripe's nor worth a row. */
const NAME = /^[\x21-\x7e]{1,255}$/;

export const asName = (value: unknown): string | undefined => {
  const text = asText(value);
  return text !== undefined && NAME.test(text) ? text : undefined;
};

/** Reads a JSON value as an event; undefined when it is none. */
export function readEvent(value: unknown): StripeEvent | undefined {
  const wire = asObject(value);
  const id = asName(wire?.['id']);
  const type = asName(wire?.['type']);
  const account = wire?.['account'] === undefined || wire['account'] === null ? '' : asName(wire['account']);
  const object = asObject(asObject(wire?.['data'])?.['object']);
  if (!wire || wire['object'] !== 'event' || !id || !type || account === undefined || !object) return undefined;
  const livemode = wire['livemode'] === true;
  return { id, type, account, livemode, object, meaning: meaningOf({ wire, type, account, livemode, object }) };
}

/** A text, number or truth value; a list or an object, however deep, is none of these and means as much as nothing. */
const plain = (member: unknown): unknown => (typeof member === 'object' || member === undefined ? null : member);

/** Everything else about an event may change between two deliveries (`pending_webhooks` does). */
function meaningOf(event: Omit<StripeEvent, 'id' | 'meaning'> & { wire: Wire }): Buffer {
  const { wire, type, account, livemode, object } = event;
  const told = [type, wire['created'], livemode, account, object['id'], object['amount'], object['status']];
  return createHash('sha256')
    .update(JSON.stringify(told.map(plain)))
    .digest();
}
