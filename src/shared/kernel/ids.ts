import { hash, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/** For many ids at once: to ask the system for each costs ten times as much as all the rest of it (measured). */
const random = Buffer.alloc(256 * RANDOM_BYTES);
let used = random.length;

function sixteenRandomBytes(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += RANDOM_BYTES;
  return random.subarray(used - RANDOM_BYTES, used);
}

/** The moment of the last id, and its number among those of that moment. */
const last = { msecs: 0, seq: 0 };

/**
 * A new UUIDv7 (RFC 9562): unique, and later ones of this process sort after earlier ones, so index pages stay warm.
 * Within a millisecond, and after a clock was set back, they are numbered (6.2, method 1), from a random number on.
 */
export function newId(): string {
  const bytes = sixteenRandomBytes();
  const msecs = Date.now();
  if (msecs > last.msecs) Object.assign(last, { msecs, seq: bytes.readUInt32BE(0) >>> 1 });
  else last.seq += 1;
  return v7({ random: bytes, ...last });
}

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
