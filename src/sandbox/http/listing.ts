import type { Params } from '../wire/params.js';
import { invalidParam, missing } from '../wire/wire-refusal.js';
import { unixSeconds } from '../wire/unix-seconds.js';
import type { Shelf } from '../books/shelf.js';

/** Page sizes of docs.stripe.com/api/pagination. */
const DEFAULT_LIMIT = 10;
const LONGEST_PAGE = 100;

/** Parameters that every list takes. */
export const LIST_PARAMS = ['limit', 'starting_after', 'created', 'expand'];

/** A page of records and whether older ones follow. */
export interface Page<T> {
  readonly items: T[];
  readonly more: boolean;
}

export function limitOf(params: Params): number {
  const limit = params.integer('limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > LONGEST_PAGE) throw invalidParam('limit', `Must be between 1 and ${LONGEST_PAGE}.`);
  return limit;
}

/** The newest records that fit, read in the order of creation from `starting_after` down. */
export function pageOf<T extends { readonly id: string; readonly createdAt: number }>(
  shelf: Shelf<T>,
  params: Params,
  fits: (record: T) => boolean = () => true,
): Page<T> {
  const after = params.get('starting_after');
  if (after !== undefined && !shelf.get(after)) throw missing(400, 'starting_after', 'object', after);
  const { from, to } = createdRange(params);
  const inRange = function* (): Generator<T> {
    for (const record of shelf.newestFirst(after)) {
      const created = unixSeconds(record.createdAt);
      if (created < from) return;
      if (created <= to && fits(record)) yield record;
    }
  };
  return takePage(inRange(), limitOf(params));
}

export function takePage<T>(records: Iterable<T>, limit: number): Page<T> {
  const items: T[] = [];
  for (const record of records) {
    if (items.length === limit) return { items, more: true };
    items.push(record);
  }
  return { items, more: false };
}

/** `created=…` or `created[gt|gte|lt|lte]=…`, whole Unix seconds, as an inclusive range. */
function createdRange(params: Params): { from: number; to: number } {
  const exactly = params.integer('created');
  if (exactly !== undefined) return { from: exactly, to: exactly };
  const from = Math.max(params.integer('created[gte]') ?? 0, (params.integer('created[gt]') ?? -1) + 1);
  const to = Math.min(
    params.integer('created[lte]') ?? Number.MAX_SAFE_INTEGER,
    (params.integer('created[lt]') ?? Number.MAX_SAFE_INTEGER) - 1,
  );
  return { from, to };
}

/** Stripe's list object. */
export const listWire = <T>(url: string, data: T[], more: boolean) => ({
  object: 'list' as const,
  data,
  has_more: more,
  url,
});
