import type { PaymentGateway } from './payment-gateway.js';
import { aboutOrder } from '#shared/observability/tracing/about-order.js';
import { traced } from '#shared/observability/tracing/tracing.js';

/** Each call to the provider as a span: which one, how long it took, and the kind of its outcome; nothing that was sent. */
export const tracedGateway = (gateway: PaymentGateway): PaymentGateway => ({
  provider: gateway.provider,
  capture: (request) => call('capture', () => gateway.capture(request), request.references),
  refund: (request) => call('refund', () => gateway.refund(request), request.references),
  findPayment: (reference) => call('findPayment', () => gateway.findPayment(reference)),
  cancelPayment: (reference, key) => call('cancelPayment', () => gateway.cancelPayment(reference, key)),
  findCustomerAction: (reference) => call('findCustomerAction', () => gateway.findCustomerAction(reference)),
  listRefunds: (reference) => call('listRefunds', () => gateway.listRefunds(reference)),
  listPayments: (...page) => call('listPayments', () => gateway.listPayments(...page)),
  listAllRefunds: (...page) => call('listAllRefunds', () => gateway.listAllRefunds(...page)),
  listEvents: (...page) => call('listEvents', () => gateway.listEvents(...page)),
});

const call = <Outcome>(name: string, work: () => Promise<Outcome>, references: object = {}): Promise<Outcome> =>
  traced(
    () => ({ name: `provider ${name}`, kind: 'client' }),
    async (span) => {
      span?.isAbout(aboutOrder(references));
      const outcome = await work();
      const { kind, status } = (outcome ?? {}) as { kind?: unknown; status?: unknown };
      const result = kind ?? status;
      if (typeof result === 'string') span?.say({ 'ichido.result': result });
      return outcome;
    },
  );
