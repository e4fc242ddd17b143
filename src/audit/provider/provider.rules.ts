import type { Rule } from '../rule.js';

const rule = (name: string, invariant: Rule['invariant'], finds: string, costs: string, remedy: string): Rule => ({
  name,
  invariant,
  finds,
  costs,
  remedy,
});

const GIVE_BACK = 'Give it back at the provider; its webhook makes it known here.';

export const CHARGE_MISSING = rule(
  'provider.charge-missing',
  'I2',
  'A payment is captured here, and the provider has not taken the money.',
  'Goods leave without money.',
  'Check that STRIPE_SECRET_KEY is of the account in which it was made; then stop the delivery.',
);
export const CHARGE_DIFFERS = rule(
  'provider.charge-differs',
  'I1',
  'The provider has taken another amount or currency than the order costs.',
  'The customer has paid too much or too little.',
  'Give the difference back or claim it.',
);
export const CHARGE_UNKNOWN = rule(
  'provider.charge-unknown',
  'I2',
  'The provider has taken money for an order of ours, and our books show no capture.',
  'A customer has paid for nothing.',
  'Run the reconciliation, which fetches what we were not told; if it stays so, give the money back at the provider.',
);
export const TAKEN_TWICE = rule(
  'provider.taken-twice',
  'I1',
  'The provider has taken money for one order a second time, and nobody gives it back.',
  'A customer has paid twice.',
  GIVE_BACK,
);
export const KEPT_WITHOUT_ORDER = rule(
  'provider.kept-without-order',
  'I2',
  'The order is cancelled, and the provider has kept money of it.',
  'A customer has paid for nothing.',
  GIVE_BACK,
);
export const OVER_REFUNDED = rule(
  'provider.refunded-beyond-capture',
  'I1',
  'The provider has given back more of a payment than it took.',
  'Money is given away.',
  'Look at the refunds of the payment there; one of them is not of this service.',
);
export const REFUND_MISSING = rule(
  'provider.refund-missing',
  'I2',
  'A refund has succeeded here, and the provider has not given the money back.',
  'A customer waits for money that we believe he has.',
  GIVE_BACK,
);
export const REFUND_DIFFERS = rule(
  'provider.refund-differs',
  'I1',
  'The provider has given back another amount, currency or payment than the refund says.',
  'The customer has too much or too little.',
  'Give the difference back or claim it.',
);
export const REFUND_UNKNOWN = rule(
  'provider.refund-unknown',
  'I1',
  'The provider has given money of one of our payments back, and our books do not show it.',
  'The same money could be given back once more.',
  'Run the reconciliation, which fetches what we were not told.',
);
export const CHARGED_TWICE_FOR_ONE_KEY = rule(
  'sandbox.charged-twice-for-one-key',
  'I1',
  'The sandbox has made two charges for one idempotency key.',
  'What was tested against it proves nothing.',
  'It is a defect of the sandbox: report it with its ledger.',
);
export const LEDGER_DIFFERS = rule(
  'sandbox.ledger-differs',
  'I1',
  'A charge or refund of the ledger of the sandbox is not in the lists that it shows to the service.',
  'What was tested against it proves nothing.',
  'It is a defect of the sandbox: report it with its ledger.',
);

/** Everything that is checked beside the books of the provider. */
export const PROVIDER_RULES: readonly Rule[] = [
  CHARGE_MISSING,
  CHARGE_DIFFERS,
  CHARGE_UNKNOWN,
  TAKEN_TWICE,
  KEPT_WITHOUT_ORDER,
  OVER_REFUNDED,
  REFUND_MISSING,
  REFUND_DIFFERS,
  REFUND_UNKNOWN,
  CHARGED_TWICE_FOR_ONE_KEY,
  LEDGER_DIFFERS,
];
