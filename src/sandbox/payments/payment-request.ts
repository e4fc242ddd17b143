import { cardOf } from '../methods/card.js';
import type { Params } from '../wire/params.js';
import { invalidParam, missing } from '../wire/wire-refusal.js';
import { expansionOf } from '../wire/expand.js';
import { amountStep, isCurrency } from './currency.js';

/** A well-formed request for a payment. */
export interface PaymentRequest {
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethod: string | null;
  readonly allowedTypes: readonly 'card'[] | null;
  readonly confirm: boolean;
  readonly returnUrl: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Checks what can be said about the parameters alone; a WireRefusal (400) from here is not remembered. */
export function readPaymentRequest(params: Params): PaymentRequest {
  params.allowOnly(
    'amount',
    'currency',
    'payment_method',
    'payment_method_types',
    'allowed_payment_method_types',
    'confirm',
    'return_url',
    'description',
    'metadata',
    'expand',
  );
  expansionOf(params);
  const currency = readCurrency(params);
  const confirm = params.boolean('confirm');
  // Stripe's name for the list before its version 2026-09-30; clients of both ages are served.
  readTypes(params, 'payment_method_types');
  return {
    amount: readAmount(params, currency),
    currency,
    paymentMethod: readPaymentMethod(params, confirm),
    allowedTypes: readTypes(params, 'allowed_payment_method_types'),
    confirm,
    returnUrl: readReturnUrl(params),
    description: params.get('description') ?? null,
    metadata: params.metadata(),
  };
}

function readTypes(params: Params, name: string): 'card'[] | null {
  const types = params.list(name);
  const other = types.find((type) => type !== 'card');
  if (other !== undefined) throw invalidParam(name, `The sandbox takes cards only, not ${other}.`);
  return types.length > 0 ? ['card'] : null;
}

function readCurrency(params: Params): string {
  const currency = params.get('currency')?.toLowerCase();
  if (!currency) throw invalidParam('currency', 'Missing required param: currency.', 'parameter_missing');
  if (!isCurrency(currency)) throw invalidParam('currency', `Invalid currency: ${currency}.`);
  return currency;
}

function readAmount(params: Params, currency: string): number {
  const amount = params.integer('amount');
  if (amount === undefined) throw invalidParam('amount', 'Missing required param: amount.', 'parameter_missing');
  if (amount < 1) throw invalidParam('amount', 'This value must be greater than or equal to 1.');
  const step = amountStep(currency);
  if (amount % step !== 0) {
    throw invalidParam('amount', `An amount in ${currency} must be a multiple of ${step}.`);
  }
  return amount;
}

function readPaymentMethod(params: Params, confirm: boolean): string | null {
  const paymentMethod = params.get('payment_method');
  if (!paymentMethod && confirm) {
    throw invalidParam('payment_method', 'A payment method is needed to confirm.', 'parameter_missing');
  }
  if (!paymentMethod) return null;
  if (!cardOf(paymentMethod)) throw missing(400, 'payment_method', 'PaymentMethod', paymentMethod);
  return paymentMethod;
}

function readReturnUrl(params: Params): string | null {
  const returnUrl = params.get('return_url') ?? null;
  if (returnUrl !== null && !URL.canParse(returnUrl))
    throw invalidParam('return_url', 'Not a valid URL', 'url_invalid');
  return returnUrl;
}
