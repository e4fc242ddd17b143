import type { FieldError } from '../kernel/domain-error.js';
import { jsonPointer } from './json-pointer.js';

type Path = readonly (string | number)[];

/**
 * Makes a parsed document safe for class-transformer and class-validator, in place: a null member is an absent one
 * (semantics 3). Returns what those two would let through: null or a list as an item of a list (validated as if it
 * were not there), and members named like Object's own methods (skipped in silence).
 */
export function plainShapeErrors(value: unknown, path: Path = []): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, at) => itemErrors(item, [...path, at]));
  const members = value as Record<string, unknown>;
  return Object.keys(members).flatMap((name) => {
    if (members[name] === null) delete members[name];
    const here = [...path, name];
    return name in Object.prototype ? [unknown(here)] : plainShapeErrors(members[name], here);
  });
}

function itemErrors(item: unknown, path: Path): FieldError[] {
  if (item === null) return [{ pointer: jsonPointer(path), detail: 'must not be null' }];
  if (Array.isArray(item)) return [{ pointer: jsonPointer(path), detail: 'must not be a list' }];
  return plainShapeErrors(item, path);
}

const unknown = (path: Path): FieldError => ({ pointer: jsonPointer(path), detail: 'is not a known member' });
