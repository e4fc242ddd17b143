import { DomainError } from '#shared/kernel/domain-error.js';

export const noSuchNotice = (): DomainError => new DomainError('not_found', 'not_found', 'There is no such message.');

export const noticeDecided = (status: string): DomainError =>
  new DomainError(
    'refused',
    'notice_decided',
    `The message is ${status}; only what was set aside is looked at again.`,
    {
      retry: 'new-key',
    },
  );

export const alreadyApplied = (): DomainError =>
  new DomainError('refused', 'already_applied', 'The message has had its effect; it would have it a second time.', {
    retry: 'never',
  });

export const notMatchable = (why: string): DomainError =>
  new DomainError('refused', 'not_matchable', `The message cannot be about this order: ${why}`, { retry: 'never' });
