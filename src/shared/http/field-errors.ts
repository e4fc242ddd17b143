import type { ValidationError } from '@nestjs/common';
import type { FieldError } from '../kernel/domain-error.js';
import { jsonPointer } from './json-pointer.js';

/** class-validator's tree of errors as a flat list: one sentence per member, without the member's value. */
export function fieldErrors(errors: readonly ValidationError[], path: readonly string[] = []): FieldError[] {
  return errors.flatMap((error) => {
    const here = [...path, error.property];
    // A member that is wrong itself says nothing useful about what is inside it.
    if (!error.constraints) return fieldErrors(error.children ?? [], here);
    return [{ pointer: jsonPointer(here), detail: detailOf(error, error.constraints) }];
  });
}

function detailOf({ property, value }: ValidationError, constraints: Record<string, string>): string {
  if ('whitelistValidation' in constraints) return 'is not a known member';
  if (value === undefined) return 'is required';
  if ('nestedValidation' in constraints) return 'must be an object';
  const kinds = Object.keys(constraints);
  // The type first: that "3" is not an integer says more than that it is below a minimum.
  const kind = kinds.find((name) => name.startsWith('is')) ?? kinds[0];
  const message = (kind && constraints[kind]) || 'is not valid';
  return message.replace(`each value in ${property} `, 'each item ').replace(`${property} `, '');
}
