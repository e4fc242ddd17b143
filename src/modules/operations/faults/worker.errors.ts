import { DomainError } from '#shared/kernel/domain-error.js';

export const workerNotKillable = (): DomainError =>
  new DomainError(
    'refused',
    'worker_not_killable',
    'Nobody would start this process again: only `npm start` with a sandbox of its own does.',
  );
