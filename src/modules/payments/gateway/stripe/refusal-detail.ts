/** What a customer may be told of a decline; the issuer's other reasons (lost, stolen, suspected fraud) stay with us. */
const TELLABLE: ReadonlyMap<string, string> = new Map([
  ['authentication_required', 'The card issuer asks the customer to authenticate; use another card or pay in person.'],
  ['card_not_supported', 'This card does not support this kind of purchase.'],
  ['card_velocity_exceeded', 'The card is over its limit.'],
  ['currency_not_supported', 'This card does not support the currency of the order.'],
  ['expired_card', 'The card has expired.'],
  ['incorrect_cvc', 'The security code of the card is wrong.'],
  ['incorrect_number', 'The card number is wrong.'],
  ['insufficient_funds', 'The card has insufficient funds.'],
  ['processing_error', 'The card could not be processed; try again or use another card.'],
]);

/** One sentence for the customer about a declined card, from Stripe's `decline_code` or `code`. */
export const declineDetail = (reason: string | undefined): string =>
  TELLABLE.get(reason ?? '') ?? 'The card was declined; place a new order with another payment method.';

/** One sentence for the caller about a method or amount that the provider does not take. */
export function unusableDetail(reason: string | undefined): string {
  return reason?.startsWith('amount_')
    ? 'The payment provider does not accept this amount in this currency.'
    : 'The payment provider does not accept this payment method for this payment.';
}
