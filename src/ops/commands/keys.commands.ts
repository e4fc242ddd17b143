import { ACTING, perform } from '../act.js';
import { ageOf } from '../age.js';
import type { Command } from '../command.js';
import { list } from '../list.js';

/** A key of a caller, and what became of its request. */
export interface CallersKey {
  readonly id: string;
  readonly tenantId: string;
  readonly operation: string;
  readonly key: string;
  readonly state: string;
  readonly status?: number;
  readonly createdAt: string;
  readonly explain: string;
}

export const keys = list<CallersKey>({
  does: 'inspect the keys of callers, the newest first',
  path: 'keys',
  filters: {
    key: ['key', '<Idempotency-Key of the caller>'],
    tenant: ['tenant', '<name of an API key>'],
    operation: ['operation', '<operation such as orders.place>'],
    state: ['state', '<processing, decided, expired>'],
  },
  columns: (now) => [
    { title: 'RECORD', of: ({ id }) => id },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'AGE', of: ({ createdAt }) => ageOf(createdAt, now) },
    { title: 'TENANT', of: ({ tenantId }) => tenantId, mayBeCut: true },
    { title: 'OPERATION', of: ({ operation }) => operation, mayBeCut: true },
  ],
  note: ({ key, explain }) => `${key}: ${explain}`,
  none: 'No such key.',
});

export const releaseKey: Command = {
  takes: '<record id>',
  does: 'let a key be used anew under which nothing has happened',
  options: ACTING,
  run: (wanted, desk) => perform({ path: `keys/${wanted.subject}/release`, body: {} }, wanted, desk),
};
