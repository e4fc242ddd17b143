import { DomainError, type FieldError } from '../kernel/domain-error.js';

/** 400 `validation_failed`: the members to mend, each by its JSON pointer. Nothing is stored, the key stays free. */
export function validationFailed(errors: readonly FieldError[]): DomainError {
  const [first, ...more] = errors;
  const detail =
    first === undefined || more.length > 0
      ? 'Several members of the request need mending; see errors.'
      : `${first.pointer || 'The body'} ${first.detail}.`;
  return new DomainError('invalid', 'validation_failed', detail, { errors });
}
