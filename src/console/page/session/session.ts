/**
 * The operator's key, in memory and in the storage of this tab, which no other origin and no other tab can read and which
 * ends with the tab. It never is part of an address, of a cookie, or of what is kept for longer.
 */
const STORED = 'ichido.operator-key';

let secret = sessionStorage.getItem(STORED) ?? undefined;
const listeners = new Set<() => void>();

export const operatorKey = (): string | undefined => secret;

/** Keeps the key that was found good, or forgets it. */
export function keepKey(key: string | undefined): void {
  secret = key;
  if (key === undefined) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
  for (const listener of listeners) listener();
}

/** Tells of every sign-in and sign-out; returns how to stop listening. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
