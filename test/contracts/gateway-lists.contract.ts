import type { ProviderPayment, ProviderRefund } from '#modules/payments/gateway/payment-gateway.js';
import { everyItem } from '#modules/payments/gateway/provider-books.js';
import { type GatewayBench, order, refundOf } from './gateway-bench.js';

/** What the books of the provider list. */
export const describeLists = (name: string, open: () => GatewayBench): void =>
  describe(`${name}: a lookup`, () => {
    let bench: GatewayBench;
    beforeAll(() => {
      bench = open();
    });

    it('lists the refunds of every payment, naming the payment and what is ours', async () => {
      const since = new Date();
      const paid = [order(), order()];
      for (const request of paid) await bench.gateway.refund(refundOf(request, await bench.captured(request), 1000));
      const mine = paid.map(({ references }) => references.orderId);
      const seen: ProviderRefund[] = [];
      for await (const listed of everyItem((after) => bench.gateway.listAllRefunds(since, after))) seen.push(listed);
      const booked = (await Promise.all(mine.map((orderId) => bench.provider.refunds(orderId)))).flat();
      const ids = booked.map(({ metadata }) => metadata['refundId']);
      const ours = seen.filter(({ refundId }) => ids.includes(refundId));
      expect(ours).toHaveLength(2);
      for (const listed of ours)
        expect(listed).toMatchObject({ status: 'succeeded', amount: 1000, paymentReference: expect.any(String) });
      expect(new Set(ours.map(({ paymentReference }) => paymentReference)).size).toBe(2);
    });

    it('lists the events that we act on, as their webhooks would have brought them', async () => {
      const since = new Date();
      const reference = await bench.captured(order());
      const told: Record<string, unknown>[] = [];
      for await (const { providerReference, raw } of everyItem((after) => bench.gateway.listEvents(since, after))) {
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
      for (const request of requests) await bench.gateway.capture(request);

      const seen: ProviderPayment[] = [];
      let page = await bench.gateway.listPayments(since);
      let pages = 1;
      seen.push(...page.items);
      while (page.hasMore) {
        page = await bench.gateway.listPayments(since, page.items.at(-1)?.providerReference);
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
      await bench.gateway.capture(order());
      const later = new Date(Date.now() + 3_600_000);
      expect(await bench.gateway.listPayments(later)).toEqual({ items: [], hasMore: false });
    });
  });
