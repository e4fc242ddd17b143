import { PaymentOutcomeUnknown } from '#modules/payments/gateway/payment-gateway.js';
import { type GatewayBench, order, refundOf } from './gateway-bench.js';

/** What a refund gives back. */
export const describeRefunds = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a refund`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('gives everything back once, however often its key is sent', async () => {
      const paid = order();
      const request = refundOf(paid, await bench.captured(paid), 4200);
      const first = await bench.gateway.refund(request);
      expect(first).toMatchObject({ kind: 'refunded', amount: 4200 });
      expect(await bench.gateway.refund(request)).toEqual(first);
      expect(await bench.provider.refunds(paid.references.orderId)).toMatchObject([{ amount: 4200 }]);
    });

    it('in parts adds up to the capture and no further', async () => {
      const paid = order();
      const reference = await bench.captured(paid);
      expect(await bench.gateway.refund(refundOf(paid, reference, 4000))).toMatchObject({ kind: 'refunded' });
      expect(await bench.gateway.refund(refundOf(paid, reference, 201))).toMatchObject({ kind: 'failed' });
      expect(await bench.gateway.refund(refundOf(paid, reference, 200))).toMatchObject({ kind: 'refunded' });
      expect(await bench.gateway.refund(refundOf(paid, reference, 1))).toMatchObject({ kind: 'failed' });
      expect(await bench.gateway.findPayment(reference)).toMatchObject({ status: 'captured', refunded: 4200 });
    });

    it('that the bank takes its time over is pending', async () => {
      const paid = order({ paymentMethod: 'pm_sandbox_refund-pending_60000' });
      const request = refundOf(paid, await bench.captured(paid), 4200);
      expect(await bench.gateway.refund(request)).toMatchObject({ kind: 'pending', amount: 4200 });
    });

    it('whose answer is lost is unknown, and made once when the same key is sent again', async () => {
      const paid = order();
      const request = refundOf(paid, await bench.captured(paid), 4200);
      await bench.provider.dropNextRefund();
      await expect(bench.gateway.refund(request)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
      expect(await bench.gateway.refund(request)).toMatchObject({ kind: 'refunded', amount: 4200 });
      expect(await bench.provider.refunds(paid.references.orderId)).toHaveLength(1);
    });

    it('of a payment that nobody knows fails', async () => {
      expect(await bench.gateway.refund(refundOf(order(), 'pi_nobody_knows', 1))).toMatchObject({ kind: 'failed' });
    });
  });
