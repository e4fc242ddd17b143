import type { OperationObject } from '@nestjs/swagger';

/** Extensions by which decorators tell the document what follows from them; they are taken out before it is shown. */
export const REFUSES = 'x-refuses-';
export const ROLES = 'x-roles';

/** Stays in the document: fill this parameter with a new UUID whenever the page is opened. */
export const FRESH_UUID = 'x-fresh-uuid';

export interface Marks {
  readonly refusals: readonly string[];
  /** Undefined: any role. */
  readonly roles?: readonly string[];
}

/** Reads an operation's marks and takes them off. */
export function takeMarks(operation: OperationObject): Marks {
  const extensions = operation as unknown as Record<string, unknown>;
  const roles = extensions[ROLES] as readonly string[] | undefined;
  const refusals = Object.keys(extensions).filter((name) => name.startsWith(REFUSES));
  for (const name of [ROLES, ...refusals]) delete extensions[name];
  return { refusals: refusals.map((name) => name.slice(REFUSES.length)), roles };
}
