import { PaymentKeyMisused } from '#modules/payments/gateway/payment-gateway.js';
import { type GatewayBench, order, refundOf } from './gateway-bench.js';

/** What a capture does, and what it refuses. */
export const describeCaptures = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a capture`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('moves the money once, however often its key is sent', async () => {
      const request = order();
      const outcomes = [
        await bench.gateway.capture(request),
        await bench.gateway.capture(request),
        await bench.gateway.capture(request),
      ];
      expect(outcomes[0]).toMatchObject({ kind: 'captured', amount: 4200, currency: 'EUR' });
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[2]).toEqual(outcomes[0]);
      expect(await bench.bookedFor(request)).toHaveLength(1);
    });

    it('carries our references into the books of the provider', async () => {
      const request = order();
      await bench.gateway.capture(request);
      expect((await bench.bookedFor(request))[0]?.metadata).toMatchObject(request.references);
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
      const reference = await bench.captured(request);
      expect(await bench.gateway.findPayment(reference)).toMatchObject({ amount, currency, status: 'captured' });
      const back = await bench.gateway.refund(refundOf(request, reference, amount));
      expect(back).toMatchObject({ kind: 'refunded', amount });
      expect(await bench.gateway.findPayment(reference)).toMatchObject({ refunded: amount });
    });

    it('is declined by the issuer, every time its key is sent, and nothing moves', async () => {
      const request = order({ paymentMethod: 'pm_card_chargeDeclined' });
      const first = await bench.gateway.capture(request);
      expect(first).toMatchObject({ kind: 'declined', code: 'payment_declined' });
      expect(await bench.gateway.capture(request)).toEqual(first);
      expect(await bench.bookedFor(request)).toEqual([]);
    });

    it('is declined as unusable with a payment method that nobody knows', async () => {
      const request = order({ paymentMethod: 'pm_nobody_knows' });
      expect(await bench.gateway.capture(request)).toMatchObject({ kind: 'declined', code: 'payment_method_invalid' });
      expect(await bench.bookedFor(request)).toEqual([]);
    });

    it('under the key of another payment is our defect, and moves nothing', async () => {
      const request = order();
      await bench.gateway.capture(request);
      await expect(bench.gateway.capture({ ...request, amount: 4300 })).rejects.toBeInstanceOf(PaymentKeyMisused);
      expect(await bench.bookedFor(request)).toHaveLength(1);
    });
  });
