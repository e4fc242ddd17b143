import { DomainError } from '#shared/kernel/domain-error.js';

export const notAudited = (): DomainError =>
  new DomainError('not_found', 'not_found', 'No nightly audit has come to a result yet.', {
    instance: '/api/operations/audit',
  });
