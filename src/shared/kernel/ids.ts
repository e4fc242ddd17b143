import { hash } from 'node:crypto';
import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique, and later ones sort after earlier ones, so index pages stay warm. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path segment can name one of our resources at all; anything else is simply not found. */
export const isId = (value: string): boolean => UUID.test(value);

/**
 * The one id that follows from another id and a purpose, as UUIDv7 of the same moment: whoever decides the same thing
 * again, or only asks what would be decided, names it the same.
 */
export function idFollowing(id: string, purpose: string): string {
  const digits = hash('sha256', `${purpose}:${id}`, 'hex');
  return `${id.slice(0, 14)}7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}

/** Less than every id of ours that was made at this moment or later (RFC 9562, 5.7: 48 bits of Unix milliseconds lead). */
export function idsSince(unixMs: number): string {
  const digits = Math.floor(unixMs).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
