import type { MoneyRecord, WireError } from '../books/records.js';

/** A request that ends in an error body: `status` and the body's members. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';

  constructor(
    readonly status: number,
    readonly error: WireError,
    /** Shown inside the error, as Stripe shows the payment an action did not fit. */
    readonly object?: MoneyRecord,
  ) {
    super(error.message);
  }
}

/** 400 about one parameter. */
export const invalidParam = (param: string, message: string, code?: string): WireRefusal =>
  new WireRefusal(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });

/** An id that names nothing: 404 in a path, 400 in a parameter. */
export const missing = (status: 400 | 404, param: string, what: string, id: string): WireRefusal =>
  new WireRefusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
