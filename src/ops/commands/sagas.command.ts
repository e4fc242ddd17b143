import { ageOf } from '../age.js';
import { list } from '../list.js';

interface Saga {
  readonly id: string;
  readonly tenantId: string;
  readonly state: string;
  readonly step?: string;
  readonly attention?: { readonly code: string };
  readonly failure?: { readonly code: string };
  readonly createdAt: string;
}

/** What a person looks for first: what is wrong, else where it is. */
const standsAt = ({ attention, step, failure }: Saga): string => attention?.code ?? step ?? failure?.code ?? '';

export const sagas = list<Saga>({
  does: 'find sagas, the newest first',
  path: 'sagas',
  filters: {
    order: ['orderId', '<order id>'],
    key: ['key', '<Idempotency-Key of the caller>'],
    reference: ['reference', '<what the provider calls the payment or refund>'],
    state: ['state', '<running, in_doubt, compensating, needs_attention, completed, compensated>'],
    'older-than': ['olderThan', '<duration such as 15m>'],
    tenant: ['tenant', '<name of an API key>'],
  },
  columns: (now) => [
    { title: 'SAGA', of: ({ id }) => id },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'AGE', of: ({ createdAt }) => ageOf(createdAt, now) },
    { title: 'TENANT', of: ({ tenantId }) => tenantId, mayBeCut: true },
    { title: 'AT', of: standsAt, mayBeCut: true },
  ],
  none: 'No such saga.',
});
