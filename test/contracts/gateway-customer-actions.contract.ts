import { newId } from '#shared/kernel/ids.js';
import { type GatewayBench, order } from './gateway-bench.js';

/** What a capture asks of the customer, and how it is given up. */
export const describeCustomerActions = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a capture`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('that waits for the customer says where to send them', async () => {
      const outcome = await bench.gateway.capture(order({ paymentMethod: 'pm_sandbox_requires-action' }));
      expect(outcome).toMatchObject({
        kind: 'requires_action',
        clientSecret: expect.any(String),
        nextAction: { type: 'redirect_to_url', url: expect.stringMatching(/^https?:/) },
      });
    });

    it('says what the customer has to do for as long as it waits for that, and never afterwards', async () => {
      const outcome = await bench.gateway.capture(order({ paymentMethod: 'pm_sandbox_requires-action' }));
      const { providerReference = '', ...first } = outcome;
      expect(await bench.gateway.findCustomerAction(providerReference)).toEqual({ ...first, kind: undefined });
      expect(await bench.gateway.cancelPayment(providerReference, newId())).toBe(true);
      expect(await bench.gateway.findCustomerAction(providerReference)).toBeUndefined();
      expect(await bench.gateway.findCustomerAction('pi_nobody_knows')).toBeUndefined();
    });

    it('that waits for the customer can be given up once, whatever key asks again', async () => {
      const { providerReference = '' } = await bench.gateway.capture(
        order({ paymentMethod: 'pm_sandbox_requires-action' }),
      );
      const key = newId();
      expect(await bench.gateway.cancelPayment(providerReference, key)).toBe(true);
      expect(await bench.gateway.cancelPayment(providerReference, key)).toBe(true);
      expect(await bench.gateway.cancelPayment(providerReference, newId())).toBe(false);
      expect(await bench.gateway.findPayment(providerReference)).toMatchObject({ status: 'cancelled' });
    });

    it('that is paid cannot be given up, and stays paid', async () => {
      const reference = await bench.captured(order());
      expect(await bench.gateway.cancelPayment(reference, newId())).toBe(false);
      expect(await bench.gateway.findPayment(reference)).toMatchObject({ status: 'captured' });
    });
  });
