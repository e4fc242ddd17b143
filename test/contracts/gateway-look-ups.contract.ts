import { type GatewayBench, order } from './gateway-bench.js';

/** What the provider says of one payment. */
export const describeLookUps = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a lookup`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('shows a payment by its reference with what binds it to us', async () => {
      const request = order();
      const reference = await bench.captured(request);
      expect(await bench.gateway.findPayment(reference)).toMatchObject({
        providerReference: reference,
        status: 'captured',
        amount: 4200,
        currency: 'EUR',
        refunded: 0,
        references: request.references,
      });
    });

    it('shows a declined payment as declined', async () => {
      const outcome = await bench.gateway.capture(order({ paymentMethod: 'pm_card_chargeDeclined' }));
      const reference = outcome.kind === 'declined' ? outcome.providerReference : undefined;
      expect(await bench.gateway.findPayment(reference ?? 'none')).toMatchObject({ status: 'declined' });
    });

    it('finds nothing under a reference that nobody knows', async () => {
      expect(await bench.gateway.findPayment('pi_nobody_knows')).toBeUndefined();
    });
  });
