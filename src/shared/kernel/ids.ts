import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique, and later ones sort after earlier ones, so index pages stay warm. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path segment can name one of our resources at all; anything else is simply not found. */
export const isId = (value: string): boolean => UUID.test(value);
