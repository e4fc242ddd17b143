import { DomainError } from '../kernel/domain-error.js';

/** Of the attention of a saga that was set aside: nothing moves it. */
export const QUARANTINED = 'saga_quarantined';

/**
 * What whoever wants to move a saga that was set aside is told. A job that has news for it tries again until it is let
 * go, so nothing that happens meanwhile is lost.
 */
export const sagaQuarantined = (): DomainError =>
  new DomainError(
    'refused',
    QUARANTINED,
    'An operator has set this order aside. Nothing of it moves until it is let go on.',
    { retry: 'operator' },
  );
