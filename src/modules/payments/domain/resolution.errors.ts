import { DomainError } from '#shared/kernel/domain-error.js';

export const notInDoubt = (what: string): DomainError =>
  new DomainError('refused', 'not_in_doubt', `There is nothing to find out: ${what}.`, { retry: 'never' });

export const absenceNotProven = (why: string): DomainError =>
  new DomainError('refused', 'absence_not_proven', `That it did not happen cannot be known yet: ${why}.`, {
    retry: 'new-key',
  });

/** Another name would be bound to the order, and the payment that it really has be taken for a second one. */
export const noReference = (what: 'payment' | 'refund'): DomainError =>
  new DomainError('invalid', 'validation_failed', `This is not how the provider calls a ${what}.`, {
    errors: [{ pointer: '/providerReference', detail: `must be what the provider calls the ${what}` }],
  });

export const referenceTaken = (providerReference: string): DomainError =>
  new DomainError('refused', 'reference_taken', `${providerReference} belongs to another payment or refund of ours.`, {
    retry: 'never',
  });
