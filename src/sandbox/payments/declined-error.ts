import type { Decline, WireError } from '../books/records.js';

/** The `card_error` of a decline (docs.stripe.com/declines). */
export const declinedError = (decline: Decline, chargeId: string): WireError => ({
  type: 'card_error',
  code: decline.code,
  message: decline.message,
  charge: chargeId,
  ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
});
