import { ageOf } from '../age.js';
import { list } from '../list.js';

interface PastAct {
  readonly at: string;
  readonly actor: string;
  readonly act: string;
  readonly target: string;
  readonly reason: string;
  readonly outcome: string;
}

export const acts = list<PastAct>({
  does: 'list what operators did, the newest first',
  path: 'acts',
  filters: {
    actor: ['actor', '<name of an API key>'],
    act: ['act', '<act such as sagas.compensate>'],
    order: ['orderId', '<order id>'],
    target: ['target', '<target such as saga/<saga id>>'],
  },
  columns: (now) => [
    { title: 'AGE', of: ({ at }) => ageOf(at, now) },
    { title: 'WHO', of: ({ actor }) => actor },
    { title: 'ACT', of: ({ act }) => act },
    { title: 'OUTCOME', of: ({ outcome }) => outcome },
  ],
  note: ({ target, reason }) => `${target}: ${reason}`,
  none: 'Nobody has done anything.',
});
