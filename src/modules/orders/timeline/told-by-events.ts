import {
  OrderCancelled,
  OrderCancelRequested,
  OrderConfirmed,
  OrderDrafted,
  OrderPlaced,
  type TimelineItem,
} from '../contract/index.js';
import { dataOf, type Message } from '#shared/messaging/consumer.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

/** The events that the timeline remembers; everything else about an order is on record elsewhere. */
export const TOLD_EVENTS = [OrderDrafted, OrderPlaced, OrderCancelRequested, OrderConfirmed, OrderCancelled];

type Told = Pick<TimelineItem, 'kind' | 'step' | 'detail'>;

/** One event as a line of the timeline. */
export function toldBy(message: Message): Told {
  const drafted = dataOf(message, OrderDrafted);
  if (drafted) return fact(`A draft was written down: ${spelledMoney(drafted.total, drafted.currency)}.`);
  const placed = dataOf(message, OrderPlaced);
  if (placed) return fact(`The order set out: ${spelledMoney(placed.total, placed.currency)} for ${lines(placed)}.`);
  const asked = dataOf(message, OrderCancelRequested);
  if (asked) return fact(`The confirmed order is to be cancelled: ${asked.failure.detail}`);
  if (dataOf(message, OrderConfirmed)) return fact('The order is confirmed.', 'order.confirm');
  const cancelled = dataOf(message, OrderCancelled);
  if (cancelled) return fact(`The order is cancelled: ${cancelled.failure.detail}`, 'order.cancel');
  throw new Error(`the timeline has no words for ${message.name}`);
}

const fact = (detail: string, step?: string): Told => ({ kind: 'fact', step, detail });

const lines = ({ lines: wanted }: OrderPlaced): string =>
  wanted.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ');
