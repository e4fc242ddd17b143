import type Stripe from 'stripe';
import type { ChargeRecord, PaymentRecord } from '../books/records.js';
import { unixSeconds } from './unix-seconds.js';

/** The charge of a payment in Stripe's words. */
export function chargeWire(payment: PaymentRecord, charge: ChargeRecord): Stripe.Charge {
  const moved = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: payment.amount,
    amount_captured: moved ? payment.amount : 0,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: moved,
    created: unixSeconds(charge.createdAt),
    currency: payment.currency,
    customer: null,
    description: payment.description,
    disputed: charge.disputed === true,
    failure_balance_transaction: null,
    failure_code: charge.status === 'failed' ? (payment.decline?.code ?? null) : null,
    failure_message: charge.status === 'failed' ? (payment.decline?.message ?? null) : null,
    fraud_details: {},
    livemode: false,
    metadata: { ...payment.metadata },
    on_behalf_of: null,
    outcome: outcomeWire(payment, charge),
    paid: moved,
    payment_intent: payment.id,
    payment_method: payment.paymentMethod,
    payment_method_details: { type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: moved && charge.refunded === payment.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeWire(payment: PaymentRecord, charge: ChargeRecord): Stripe.Charge.Outcome | null {
  if (charge.status === 'pending') return null;
  const failed = charge.status === 'failed';
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failed ? 'declined_by_network' : 'approved_by_network',
    reason: failed ? (payment.decline?.declineCode ?? null) : null,
    risk_level: 'normal',
    seller_message: failed ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: failed ? 'issuer_declined' : 'authorized',
  };
}
