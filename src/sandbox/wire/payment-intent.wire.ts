import type Stripe from 'stripe';
import type { PaymentRecord } from '../books/records.js';
import { chargeWire } from './charge.wire.js';
import type { Expansion } from './expand.js';
import { unixSeconds } from './unix-seconds.js';

/** A payment in Stripe's words. The same record gives the same bytes, whenever it is asked. */
export function paymentIntentWire(payment: PaymentRecord, expand?: Expansion): Stripe.PaymentIntent {
  const { charge } = payment;
  return {
    id: payment.id,
    object: 'payment_intent',
    allowed_payment_method_types: payment.allowedTypes && [...payment.allowedTypes],
    amount: payment.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: payment.status === 'succeeded' ? payment.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: payment.cancelled ? unixSeconds(payment.cancelled.at) : null,
    cancellation_reason: payment.cancelled?.reason ?? null,
    capture_method: 'automatic',
    client_secret: `${payment.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: unixSeconds(payment.createdAt),
    currency: payment.currency,
    customer: null,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: lastErrorWire(payment),
    latest_charge: charge ? (expand?.latestCharge ? chargeWire(payment, charge) : charge.id) : null,
    livemode: false,
    managed_payments: null,
    metadata: { ...payment.metadata },
    next_action: nextActionWire(payment),
    on_behalf_of: null,
    payment_method: payment.decline ? null : payment.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: payment.status,
    transfer_group: null,
  };
}

function lastErrorWire(payment: PaymentRecord): Stripe.PaymentIntent.LastPaymentError | null {
  if (!payment.decline) return null;
  return {
    type: 'card_error',
    code: payment.decline.code,
    message: payment.decline.message,
    ...(payment.decline.declineCode ? { decline_code: payment.decline.declineCode } : {}),
    ...(payment.charge ? { charge: payment.charge.id } : {}),
  };
}

function nextActionWire(payment: PaymentRecord): Stripe.PaymentIntent.NextAction | null {
  if (payment.status !== 'requires_action') return null;
  return {
    type: 'redirect_to_url',
    redirect_to_url: { return_url: payment.returnUrl, url: `https://sandbox.invalid/authenticate/${payment.id}` },
  };
}
