import { ACTING, perform } from '../act.js';
import { ageOf } from '../age.js';
import type { Command } from '../command.js';
import { list } from '../list.js';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly detail?: string;
  readonly receivedAt: string;
}

export const inbox = list<Message>({
  does: 'list what the payment provider told',
  path: 'inbox',
  filters: {
    state: ['state', '<received, applied, ignored, parked, quarantined>'],
    type: ['type', '<type of the provider such as payment_intent.succeeded>'],
    order: ['orderId', '<order id>'],
  },
  columns: (now) => [
    { title: 'MESSAGE', of: ({ id }) => id },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'AGE', of: ({ receivedAt }) => ageOf(receivedAt, now) },
    { title: 'TYPE', of: ({ type }) => type, mayBeCut: true },
  ],
  note: ({ detail }) => detail,
  none: 'No such message.',
});

export const match: Command = {
  takes: '<message id>',
  does: 'say which order a message is about',
  options: { order: '<order id>', ...ACTING },
  needs: ['order'],
  run: async (wanted, desk) => {
    const orderId = wanted.needed('order', 'say which order the message is about');
    return perform({ path: `inbox/${wanted.subject}/match`, body: { orderId } }, wanted, desk);
  },
};

export const replay: Command = {
  takes: '<message id>',
  does: 'look at a message again',
  options: ACTING,
  run: (wanted, desk) => perform({ path: `inbox/${wanted.subject}/replay`, body: {} }, wanted, desk),
};
