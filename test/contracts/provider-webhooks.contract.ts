import type { CaptureRequest, PaymentGateway, RefundRequest } from '#modules/payments/gateway/payment-gateway.js';
import type { ProviderEvent, ProviderNotice, ProviderWebhooks } from '#modules/payments/gateway/provider-webhooks.js';
import { newId } from '#shared/kernel/ids.js';

/** One webhook request as the provider sent it. */
export interface SentWebhook {
  readonly raw: Buffer;
  readonly proof: string | undefined;
}

/** A provider as this suite needs it: its webhooks as we read them, and what it really sends. */
export interface WebhooksUnderTest {
  readonly webhooks: ProviderWebhooks;
  readonly gateway: PaymentGateway;
  /** Everything sent so far about this order, in the order of arrival, as soon as there are `count`. */
  sent(orderId: string, count: number): Promise<SentWebhook[]>;
  /** Ends a payment that waits for its customer. */
  completeAction(providerReference: string, result: 'succeeded' | 'failed'): Promise<void>;
  stop(): Promise<void>;
}

/** What every adapter must make of what its provider sends, whoever the provider is. */
export function describeWebhooks(name: string, make: () => Promise<WebhooksUnderTest>): void {
  let provider: WebhooksUnderTest;
  beforeAll(async () => {
    provider = await make();
  });
  afterAll(() => provider.stop());

  const order = (paymentMethod: string, over: Partial<CaptureRequest> = {}): CaptureRequest => {
    const sagaId = newId();
    const references = { orderId: newId(), paymentId: newId(), sagaId, generation: '1' };
    return { key: `${sagaId}:capture`, amount: 4200, currency: 'EUR', paymentMethod, references, ...over };
  };

  const toldAbout = async ({ references }: CaptureRequest, count: number): Promise<ProviderEvent[]> =>
    (await provider.sent(references.orderId, count)).map(({ raw, proof }) => provider.webhooks.verify(raw, proof));

  const noticesOf = async (request: CaptureRequest, count: number): Promise<ProviderNotice[]> =>
    (await toldAbout(request, count)).map(({ notice }) => notice);

  describe(`${name}: what it tells`, () => {
    it.each([
      ['pm_card_visa', 'captured'],
      ['pm_card_chargeDeclined', 'declined'],
      ['pm_sandbox_requires-action', 'requires_action'],
      ['pm_sandbox_async-outcome_succeeded_60000', 'processing'],
    ])('of a payment by %s is that it is %s, in our units and with our references', async (paymentMethod, status) => {
      const request = order(paymentMethod, { amount: 18_600, currency: 'KWD' });
      const outcome = await provider.gateway.capture(request);
      const { orderId, paymentId, sagaId } = request.references;
      expect(await noticesOf(request, 1)).toMatchObject([
        {
          kind: 'payment',
          payment: {
            providerReference: outcome.providerReference,
            status,
            amount: 18_600,
            currency: 'KWD',
            references: { orderId, paymentId, sagaId, generation: 1 },
          },
        },
      ]);
    });

    it.each([
      ['succeeded', 'captured'],
      ['failed', 'declined'],
    ] as const)('of an action that has %s is that the payment is %s', async (result, status) => {
      const request = order('pm_sandbox_requires-action');
      const { providerReference } = await provider.gateway.capture(request);
      await provider.completeAction(providerReference!, result);
      expect(await noticesOf(request, 2)).toMatchObject([
        { payment: { status: 'requires_action' } },
        { kind: 'payment', payment: { providerReference, status } },
      ]);
    });

    it('of a refund names the refund, its payment and ours', async () => {
      const paid = order('pm_card_visa');
      const { providerReference: paymentReference } = await provider.gateway.capture(paid);
      const refundId = newId();
      const request: RefundRequest = {
        key: refundId,
        providerReference: paymentReference!,
        amount: 1000,
        currency: 'EUR',
        references: { ...paid.references, refundId, generation: '2' },
      };
      const { providerReference } = await provider.gateway.refund(request);
      const refund = {
        providerReference,
        paymentReference,
        status: 'succeeded',
        amount: 1000,
        currency: 'EUR',
        refundId,
        generation: 2,
      };
      expect(await noticesOf(paid, 2)).toMatchObject([{ kind: 'payment' }, { kind: 'refund', refund }]);
    });

    it('is never meant for somebody else', async () => {
      const request = order('pm_card_visa');
      await provider.gateway.capture(request);
      const [event] = await toldAbout(request, 1);
      expect(event).toMatchObject({ account: '', misdirected: undefined });
    });
  });

  describe(`${name}: a webhook`, () => {
    const aWebhook = async (): Promise<SentWebhook> => {
      const request = order('pm_card_visa');
      await provider.gateway.capture(request);
      return (await provider.sent(request.references.orderId, 1))[0]!;
    };

    it('reads the same when it is read again later', async () => {
      const { raw, proof } = await aWebhook();
      expect(provider.webhooks.read(raw)).toEqual(provider.webhooks.verify(raw, proof));
    });

    it.each([
      ['without proof', ({ raw }: SentWebhook) => [raw, undefined] as const],
      ['with the proof of nothing', ({ raw }: SentWebhook) => [raw, ''] as const],
      ['with a byte more', ({ raw, proof }: SentWebhook) => [Buffer.concat([raw, Buffer.from(' ')]), proof] as const],
      ['with a byte less', ({ raw, proof }: SentWebhook) => [raw.subarray(0, -1), proof] as const],
      ['with other bytes', ({ proof }: SentWebhook) => [Buffer.from('{}'), proof] as const],
    ])('%s is refused', async (_, spoil) => {
      const [raw, proof] = spoil(await aWebhook());
      expect(() => provider.webhooks.verify(raw, proof)).toThrow(
        expect.objectContaining({ kind: 'invalid', code: 'webhook_signature_invalid' }),
      );
    });

    it('shows no secret when it is printed', () => {
      expect(JSON.stringify(provider.webhooks)).not.toContain('whsec');
    });
  });
}
