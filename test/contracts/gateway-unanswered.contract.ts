import { PaymentNotSent, PaymentOutcomeUnknown } from '#modules/payments/gateway/payment-gateway.js';
import { type GatewayBench, order, DELAYED_METHOD } from './gateway-bench.js';

/** What is said of a capture that was not answered, or not taken. */
export const describeUnanswered = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a capture`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('whose answer is lost is unknown, and captured once when the same key is sent again', async () => {
      const request = order({ paymentMethod: 'pm_sandbox_drop-after-effect' });
      await expect(bench.gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bench.bookedFor(request)).toHaveLength(1);
      expect(await bench.gateway.capture(request)).toMatchObject({ kind: 'captured' });
      expect(await bench.bookedFor(request)).toHaveLength(1);
    });

    it('that takes too long is unknown, also while it runs, and captured once in the end', async () => {
      const request = order({ paymentMethod: DELAYED_METHOD });
      await expect(bench.provider.impatient.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      await expect(bench.gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bench.settled(request)).toMatchObject({ kind: 'captured' });
      expect(await bench.bookedFor(request)).toHaveLength(1);
    });

    it('that meets a 503 is unknown, though nothing was booked', async () => {
      const request = order({ paymentMethod: 'pm_card_mastercard' });
      await bench.provider.failNext('pm_card_mastercard', 503);
      await expect(bench.gateway.capture(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bench.bookedFor(request)).toEqual([]);
      expect(await bench.gateway.capture(request)).toMatchObject({ kind: 'captured' });
    });

    it('that meets a 429 was not sent', async () => {
      const request = order({ paymentMethod: 'pm_card_amex' });
      await bench.provider.failNext('pm_card_amex', 429);
      await expect(bench.gateway.capture(request)).rejects.toBeInstanceOf(PaymentNotSent);
      expect(await bench.bookedFor(request)).toEqual([]);
      expect(await bench.gateway.capture(request)).toMatchObject({ kind: 'captured' });
    });
  });
