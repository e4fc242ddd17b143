import { setTimeout as pause } from 'node:timers/promises';
import {
  type CaptureOutcome,
  type CaptureRequest,
  type PaymentGateway,
  PaymentKeyMisused,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  type ProviderPayment,
  type ProviderRefund,
  type RefundRequest,
} from '#modules/payments/gateway/payment-gateway.js';
import { everyItem } from '#modules/payments/gateway/provider-books.js';
import { newId } from '#shared/kernel/ids.js';

/** One movement of money as the provider's own books have it. */
export interface Movement {
  readonly amount: number;
  readonly status: string;
  readonly metadata: Record<string, string>;
}

/** A provider as this suite needs it: what we hold in our hands, what it has booked, and how to make it stumble. */
export interface ProviderUnderTest {
  readonly gateway: PaymentGateway;
  /** The same provider, given up on after `IMPATIENCE_MS`. */
  readonly impatient: PaymentGateway;
  charges(orderId: string): Promise<Movement[]>;
  refunds(orderId: string): Promise<Movement[]>;
  /** The next request with this payment method is answered with this status, and nothing is booked. */
  failNext(paymentMethod: string, status: 503 | 429): Promise<void>;
  /** The next refund is booked, and the connection closed without an answer. */
  dropNextRefund(): Promise<void>;
  stop(): Promise<void>;
}

/** Well above an answer over loopback on a busy machine, well below the delay it must not wait for. */
export const IMPATIENCE_MS = 250;
const DELAYED_METHOD = 'pm_sandbox_delay_1000';

/** What every adapter of the port must do, whoever the provider is. */
export function describeGateway(name: string, make: () => Promise<ProviderUnderTest>): void {
  let provider: ProviderUnderTest;
  let gateway: PaymentGateway;

  beforeAll(async () => {
    provider = await make();
    gateway = provider.gateway;
  });
  afterAll(() => provider.stop());

  const order = (over: Partial<CaptureRequest> = {}): CaptureRequest => {
    const sagaId = newId();
    return {
      key: `${sagaId}:payment.capture:0`,
      amount: 4200,
      currency: 'EUR',
      paymentMethod: 'pm_card_visa',
      references: { orderId: newId(), paymentId: newId(), sagaId },
      ...over,
    };
  };
  const refundOf = (paid: CaptureRequest, providerReference: string, amount: number): RefundRequest => {
    const refundId = newId();
    const references = { ...paid.references, refundId };
    return { key: `refund:${refundId}`, providerReference, amount, currency: paid.currency, references };
  };
  const captured = async (request: CaptureRequest): Promise<string> => {
    const outcome = await gateway.capture(request);
    if (outcome.kind !== 'captured') throw new Error(`Expected a captured payment, got ${outcome.kind}`);
    return outcome.providerReference;
  };
  const bookedFor = async ({ references }: CaptureRequest) =>
    (await provider.charges(references.orderId)).filter(({ status }) => status === 'succeeded');
  /** Asks again with the same key until the provider has finished with it, 10 s at most. */
  const settled = async (request: CaptureRequest): Promise<CaptureOutcome> => {
    const giveUp = Date.now() + 10_000;
    for (;;) {
      try {
        return await gateway.capture(request);
      } catch (error) {
        if (!(error instanceof PaymentOutcomeUnknown) || Date.now() > giveUp) throw error;
        await pause(20);
      }
    }
  };

  describe(`${name}: a capture`, () => {
    it('moves the money once, however often its key is sent', async () => {
      const request = order();
      const outcomes = [await gateway.capture(request), await gateway.capture(request), await gateway.capture(request)];
      expect(outcomes[0]).toMatchObject({ kind: 'captured', amount: 4200, currency: 'EUR' });
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[2]).toEqual(outcomes[0]);
      expect(await bookedFor(request)).toHaveLength(1);
    });

    it('carries our references into the books of the provider', async () => {
      const request = order();
      await gateway.capture(request);
      expect((await bookedFor(request))[0]?.metadata).toMatchObject(request.references);
    });

    it.each([
      ['JPY', 80],
      ['KRW', 1000],
      ['KWD', 18_600],
      ['BHD', 35_200],
      ['ISK', 5],
      ['UGX', 5000],
    ])('of %s %i minor units comes back as that', async (currency, amount) => {
      const request = order({ currency, amount });
      const reference = await captured(request);
      expect(await gateway.findPayment(reference)).toMatchObject({ amount, currency, status: 'captured' });
      const back = await gateway.refund(refundOf(request, reference, amount));
      expect(back).toMatchObject({ kind: 'refunded', amount });
      expect(await gateway.findPayment(reference)).toMatchObject({ refunded: amount });
    });

    it('is declined by the issuer, every time its key is sent, and nothing moves', async () => {
      const request = order({ paymentMethod: 'pm_card_chargeDeclined' });
      const first = await gateway.capture(request);
      expect(first).toMatchObject({ kind: 'declined', code: 'payment_declined' });
      expect(await gateway.capture(request)).toEqual(first);
      expect(await bookedFor(request)).toEqual([]);
    });

    it('is declined as unusable with a payment method that nobody knows', async () => {
      const request = order({ paymentMethod: 'pm_nobody_knows' });
      expect(await gateway.capture(request)).toMatchObject({ kind: 'declined', code: 'payment_method_invalid' });
      expect(await bookedFor(request)).toEqual([]);
    });

    it('that waits for the customer says where to send them', async () => {
      const outcome = await gateway.capture(order({ paymentMethod: 'pm_sandbox_requires-action' }));
      expect(outcome).toMatchObject({
        kind: 'requires_action',
        clientSecret: expect.any(String),
        nextAction: { type: 'redirect_to_url', url: expect.stringMatching(/^https?:/) },
      });
    });

    it('says what the customer has to do for as long as it waits for that, and never afterwards', async () => {
      const outcome = await gateway.capture(order({ paymentMethod: 'pm_sandbox_requires-action' }));
      const { providerReference = '', ...first } = outcome;
      expect(await gateway.findCustomerAction(providerReference)).toEqual({ ...first, kind: undefined });
      expect(await gateway.cancelPayment(providerReference, newId())).toBe(true);
      expect(await gateway.findCustomerAction(providerReference)).toBeUndefined();
      expect(await gateway.findCustomerAction('pi_nobody_knows')).toBeUndefined();
    });

    it('that waits for the customer can be given up once, whatever key asks again', async () => {
      const { providerReference = '' } = await gateway.capture(order({ paymentMethod: 'pm_sandbox_requires-action' }));
      const key = newId();
      expect(await gateway.cancelPayment(providerReference, key)).toBe(true);
      expect(await gateway.cancelPayment(providerReference, key)).toBe(true);
      expect(await gateway.cancelPayment(providerReference, newId())).toBe(false);
      expect(await gateway.findPayment(providerReference)).toMatchObject({ status: 'cancelled' });
    });

    it('that is paid cannot be given up, and stays paid', async () => {
      const reference = await captured(order());
      expect(await gateway.cancelPayment(reference, newId())).toBe(false);
      expect(await gateway.findPayment(reference)).toMatchObject({ status: 'captured' });
    });

    it('whose answer is lost is unknown, and captured once when the same key is sent again', async () => {
      const request = order({ paymentMethod: 'pm_sandbox_drop-after-effect' });
      await expect(gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bookedFor(request)).toHaveLength(1);
      expect(await gateway.capture(request)).toMatchObject({ kind: 'captured' });
      expect(await bookedFor(request)).toHaveLength(1);
    });

    it('that takes too long is unknown, also while it runs, and captured once in the end', async () => {
      const request = order({ paymentMethod: DELAYED_METHOD });
      await expect(provider.impatient.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      await expect(gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await settled(request)).toMatchObject({ kind: 'captured' });
      expect(await bookedFor(request)).toHaveLength(1);
    });

    it('that meets a 503 is unknown, though nothing was booked', async () => {
      const request = order({ paymentMethod: 'pm_card_mastercard' });
      await provider.failNext('pm_card_mastercard', 503);
      await expect(gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bookedFor(request)).toEqual([]);
      expect(await gateway.capture(request)).toMatchObject({ kind: 'captured' });
    });

    it('that meets a 429 was not sent', async () => {
      const request = order({ paymentMethod: 'pm_card_amex' });
      await provider.failNext('pm_card_amex', 429);
      await expect(gateway.capture(request)).rejects.toBeInstanceOf(PaymentNotSent);
      expect(await bookedFor(request)).toEqual([]);
      expect(await gateway.capture(request)).toMatchObject({ kind: 'captured' });
    });

    it('under the key of another payment is our defect, and moves nothing', async () => {
      const request = order();
      await gateway.capture(request);
      await expect(gateway.capture({ ...request, amount: 4300 })).rejects.toBeInstanceOf(PaymentKeyMisused);
      expect(await bookedFor(request)).toHaveLength(1);
    });
  });

  describe(`${name}: a refund`, () => {
    it('gives everything back once, however often its key is sent', async () => {
      const paid = order();
      const request = refundOf(paid, await captured(paid), 4200);
      const first = await gateway.refund(request);
      expect(first).toMatchObject({ kind: 'refunded', amount: 4200 });
      expect(await gateway.refund(request)).toEqual(first);
      expect(await provider.refunds(paid.references.orderId)).toMatchObject([{ amount: 4200 }]);
    });

    it('in parts adds up to the capture and no further', async () => {
      const paid = order();
      const reference = await captured(paid);
      expect(await gateway.refund(refundOf(paid, reference, 4000))).toMatchObject({ kind: 'refunded' });
      expect(await gateway.refund(refundOf(paid, reference, 201))).toMatchObject({ kind: 'failed' });
      expect(await gateway.refund(refundOf(paid, reference, 200))).toMatchObject({ kind: 'refunded' });
      expect(await gateway.refund(refundOf(paid, reference, 1))).toMatchObject({ kind: 'failed' });
      expect(await gateway.findPayment(reference)).toMatchObject({ status: 'captured', refunded: 4200 });
    });

    it('that the bank takes its time over is pending', async () => {
      const paid = order({ paymentMethod: 'pm_sandbox_refund-pending_60000' });
      const request = refundOf(paid, await captured(paid), 4200);
      expect(await gateway.refund(request)).toMatchObject({ kind: 'pending', amount: 4200 });
    });

    it('whose answer is lost is unknown, and made once when the same key is sent again', async () => {
      const paid = order();
      const request = refundOf(paid, await captured(paid), 4200);
      await provider.dropNextRefund();
      await expect(gateway.refund(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await gateway.refund(request)).toMatchObject({ kind: 'refunded', amount: 4200 });
      expect(await provider.refunds(paid.references.orderId)).toHaveLength(1);
    });

    it('of a payment that nobody knows fails', async () => {
      expect(await gateway.refund(refundOf(order(), 'pi_nobody_knows', 1))).toMatchObject({ kind: 'failed' });
    });
  });

  describe(`${name}: a lookup`, () => {
    it('shows a payment by its reference with what binds it to us', async () => {
      const request = order();
      const reference = await captured(request);
      expect(await gateway.findPayment(reference)).toMatchObject({
        providerReference: reference,
        status: 'captured',
        amount: 4200,
        currency: 'EUR',
        refunded: 0,
        references: request.references,
      });
    });

    it('shows a declined payment as declined', async () => {
      const outcome = await gateway.capture(order({ paymentMethod: 'pm_card_chargeDeclined' }));
      const reference = outcome.kind === 'declined' ? outcome.providerReference : undefined;
      expect(await gateway.findPayment(reference ?? 'none')).toMatchObject({ status: 'declined' });
    });

    it('finds nothing under a reference that nobody knows', async () => {
      expect(await gateway.findPayment('pi_nobody_knows')).toBeUndefined();
    });

    it('lists the refunds of every payment, naming the payment and what is ours', async () => {
      const since = new Date();
      const paid = [order(), order()];
      for (const request of paid) await gateway.refund(refundOf(request, await captured(request), 1000));
      const mine = paid.map(({ references }) => references.orderId);
      const seen: ProviderRefund[] = [];
      for await (const listed of everyItem((after) => gateway.listAllRefunds(since, after))) seen.push(listed);
      const booked = (await Promise.all(mine.map((orderId) => provider.refunds(orderId)))).flat();
      const ids = booked.map(({ metadata }) => metadata['refundId']);
      const ours = seen.filter(({ refundId }) => ids.includes(refundId));
      expect(ours).toHaveLength(2);
      for (const listed of ours)
        expect(listed).toMatchObject({ status: 'succeeded', amount: 1000, paymentReference: expect.any(String) });
      expect(new Set(ours.map(({ paymentReference }) => paymentReference)).size).toBe(2);
    });

    it('lists the events that we act on, as their webhooks would have brought them', async () => {
      const since = new Date();
      const reference = await captured(order());
      const told: Record<string, unknown>[] = [];
      for await (const { providerReference, raw } of everyItem((after) => gateway.listEvents(since, after))) {
        const event = JSON.parse(raw.toString()) as { id: string; type: string; data: { object: { id: string } } };
        expect(event.id).toBe(providerReference);
        if (event.data.object.id === reference) told.push(event);
      }
      expect(told).toMatchObject([{ object: 'event', type: 'payment_intent.succeeded' }]);
    });

    it('lists every payment since a time over all pages, newest first, each once', async () => {
      const since = new Date();
      // More than any provider lists at once.
      const requests = Array.from({ length: 105 }, () => order());
      for (const request of requests) await gateway.capture(request);

      const seen: ProviderPayment[] = [];
      let page = await gateway.listPayments(since);
      let pages = 1;
      seen.push(...page.items);
      while (page.hasMore) {
        page = await gateway.listPayments(since, page.items.at(-1)?.providerReference);
        pages += 1;
        seen.push(...page.items);
      }
      expect(pages).toBeGreaterThan(1);
      expect(new Set(seen.map((payment) => payment.providerReference)).size).toBe(seen.length);
      const ours = new Set(requests.map((request) => request.references.sagaId));
      const found = seen.map((payment) => payment.references.sagaId).filter((sagaId) => sagaId && ours.has(sagaId));
      expect(found).toEqual(requests.map((request) => request.references.sagaId).toReversed());
    });

    it('lists nothing since a time that is yet to come', async () => {
      await gateway.capture(order());
      const later = new Date(Date.now() + 3_600_000);
      expect(await gateway.listPayments(later)).toEqual({ items: [], hasMore: false });
    });
  });
}
