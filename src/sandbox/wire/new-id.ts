import { randomBytes } from 'node:crypto';

/** 96 random bits behind Stripe's prefix: no two sandboxes, and no two lives of one, give the same id. */
export const newId = (prefix: 'pi' | 'ch' | 're' | 'du' | 'evt' | 'req'): string =>
  `${prefix}_${randomBytes(12).toString('hex')}`;
