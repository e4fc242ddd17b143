import Stripe from 'stripe';
import type { CustomerAction } from '../../contract/index.js';
import {
  type CaptureOutcome,
  type CaptureRequest,
  type PaymentGateway,
  PaymentProviderUnusable,
  type ProviderPayment,
  type ProviderRefund,
  type RefundOutcome,
  type RefundRequest,
} from '../payment-gateway.js';
import type { ProviderPage, ToldEvent } from '../provider-books.js';
import { captureOutcome, refusedCapture } from './capture-outcome.js';
import { readPaymentIntent } from './payment-intent.js';
import { readProviderPayment } from './provider-payment.js';
import { readProviderRefund, REFUND_REFUSED, refundOutcome } from './refund-outcome.js';
import { refusalOrThrow } from './stripe-failure.js';
import { readEvent } from './stripe-event.js';
import { isRepresentable, toStripeAmount } from './stripe-money.js';
import { ACTED_ON } from './stripe-notice.js';
import { createdSince, PAGE_SIZE, readPage } from './stripe-page.js';

/** The payment gateway over Stripe's API, and over anything that speaks it, like the sandbox. */
export class StripeGateway implements PaymentGateway {
  // Private to the engine: printing a gateway shows no key.
  readonly #stripe: Stripe;

  constructor(
    stripe: Stripe,
    readonly provider: 'sandbox' | 'stripe',
    private readonly returnUrl: string,
  ) {
    this.#stripe = stripe;
  }

  /** An amount that Stripe cannot represent is declined without a request. */
  async capture(request: CaptureRequest): Promise<CaptureOutcome> {
    if (!isRepresentable(request.amount, request.currency)) {
      return {
        kind: 'declined',
        code: 'payment_method_invalid',
        detail: 'The payment provider cannot charge exactly this amount in this currency.',
      };
    }
    const parameters: Stripe.PaymentIntentCreateParams = {
      amount: toStripeAmount(request.amount, request.currency),
      currency: request.currency.toLowerCase(),
      confirm: true,
      payment_method: request.paymentMethod,
      // Since 2026-09-30 the API refuses `payment_method_types`, which this replaces.
      allowed_payment_method_types: ['card'],
      return_url: request.returnUrl ?? this.returnUrl,
      metadata: { ...request.references },
    };
    let answer: unknown;
    try {
      answer = await this.#stripe.paymentIntents.create(parameters, { idempotencyKey: request.key });
    } catch (error) {
      return refusedCapture(refusalOrThrow(error, 'capture'), request);
    }
    return captureOutcome(answer, request);
  }

  /** An amount that Stripe cannot represent fails without a request. */
  async refund(request: RefundRequest): Promise<RefundOutcome> {
    if (!isRepresentable(request.amount, request.currency)) return { kind: 'failed', detail: REFUND_REFUSED };
    const parameters: Stripe.RefundCreateParams = {
      payment_intent: request.providerReference,
      amount: toStripeAmount(request.amount, request.currency),
      metadata: { ...request.references },
    };
    let answer: unknown;
    try {
      answer = await this.#stripe.refunds.create(parameters, { idempotencyKey: request.key });
    } catch (error) {
      refusalOrThrow(error, 'refund');
      return { kind: 'failed', detail: REFUND_REFUSED };
    }
    return refundOutcome(answer, request);
  }

  async findPayment(providerReference: string): Promise<ProviderPayment | undefined> {
    let answer: unknown;
    try {
      answer = await this.#stripe.paymentIntents.retrieve(providerReference, { expand: ['latest_charge'] });
    } catch (error) {
      refusalOrThrow(error, 'find');
      return undefined;
    }
    const payment = readProviderPayment(answer);
    if (payment?.providerReference !== providerReference) {
      throw new PaymentProviderUnusable('The payment provider answered find with no readable payment');
    }
    return payment;
  }

  async cancelPayment(providerReference: string, key: string): Promise<boolean> {
    let answer: unknown;
    try {
      const why: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned' };
      answer = await this.#stripe.paymentIntents.cancel(providerReference, why, { idempotencyKey: key });
    } catch (error) {
      refusalOrThrow(error, 'cancel');
      return false;
    }
    const intent = readPaymentIntent(answer);
    return intent?.id === providerReference && intent.status === 'canceled';
  }

  async findCustomerAction(providerReference: string): Promise<CustomerAction | undefined> {
    let answer: unknown;
    try {
      answer = await this.#stripe.paymentIntents.retrieve(providerReference);
    } catch (error) {
      refusalOrThrow(error, 'find');
      return undefined;
    }
    const intent = readPaymentIntent(answer);
    if (intent?.id !== providerReference || intent.status !== 'requires_action') return undefined;
    return { nextAction: intent.nextAction, clientSecret: intent.clientSecret };
  }

  async listRefunds(providerReference: string): Promise<ProviderRefund[]> {
    const refunds: ProviderRefund[] = [];
    try {
      const listed = this.#stripe.refunds.list({ payment_intent: providerReference, limit: PAGE_SIZE });
      for await (const answer of listed) {
        const refund = readProviderRefund(answer);
        // A list that is read in part would prove an absence that is none.
        if (!refund) throw new PaymentProviderUnusable('The payment provider answered list with an unreadable refund');
        refunds.push(refund);
      }
    } catch (error) {
      if (error instanceof PaymentProviderUnusable) throw error;
      refusalOrThrow(error, 'list');
      throw new PaymentProviderUnusable('The payment provider refuses to list refunds');
    }
    return refunds;
  }

  listPayments(since: Date, startingAfter?: string): Promise<ProviderPage<ProviderPayment>> {
    const expand = ['data.latest_charge'];
    const asked = this.#stripe.paymentIntents.list({ ...page(since, startingAfter), expand });
    return readPage(asked, readProviderPayment);
  }

  listAllRefunds(since: Date, startingAfter?: string): Promise<ProviderPage<ProviderRefund>> {
    return readPage(this.#stripe.refunds.list(page(since, startingAfter)), readProviderRefund);
  }

  listEvents(since: Date, startingAfter?: string): Promise<ProviderPage<ToldEvent>> {
    const asked = this.#stripe.events.list({ ...page(since, startingAfter), types: [...ACTED_ON] });
    return readPage(asked, readToldEvent);
  }
}

const page = (since: Date, startingAfter?: string) => ({
  created: createdSince(since),
  limit: PAGE_SIZE,
  starting_after: startingAfter,
});

const readToldEvent = (answer: unknown): ToldEvent | undefined => {
  const event = readEvent(answer);
  return event && { providerReference: event.id, raw: Buffer.from(JSON.stringify(answer)) };
};
