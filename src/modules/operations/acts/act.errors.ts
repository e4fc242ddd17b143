import { DomainError } from '#shared/kernel/domain-error.js';

export const nothingThere = (what: string): DomainError =>
  new DomainError('not_found', 'not_found', `There is no such ${what}.`);

export const hasMoved = (seen: number, now: number): DomainError =>
  new DomainError(
    'refused',
    'saga_changed',
    `The saga has moved since you looked: it is at version ${now}, not ${seen}. Look again and decide anew.`,
    { retry: 'new-key' },
  );

export const nothingToRetry = (why: string): DomainError =>
  new DomainError('refused', 'nothing_to_retry', `Nothing of this saga waits for its time: ${why}.`, {
    retry: 'new-key',
  });

export const notUndoableHere = (definition: string): DomainError =>
  new DomainError('refused', 'not_undoable', `A saga of ${definition} is not undone by itself.`, { retry: 'never' });

export const notDead = (): DomainError =>
  new DomainError('refused', 'not_dead', 'There is no such dead letter: it was delivered, or goes its way again.', {
    retry: 'new-key',
  });

export const isAtWork = (): DomainError =>
  new DomainError('refused', 'job_at_work', 'The job is at work at this moment; there is nothing to hurry.', {
    retry: 'new-key',
  });

export const isUnderWay = (): DomainError =>
  new DomainError(
    'refused',
    'job_at_work',
    'A job of it is at work at this moment; set it aside when that has ended.',
    {
      retry: 'new-key',
    },
  );

export const notQuarantinable = (why: string): DomainError =>
  new DomainError('refused', 'not_quarantinable', `The saga cannot be set aside: ${why}.`, { retry: 'never' });

export const notQuarantined = (): DomainError =>
  new DomainError('refused', 'not_quarantined', 'The saga is not set aside; nothing keeps it from moving.', {
    retry: 'never',
  });
