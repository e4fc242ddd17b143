import type { FastifyError, FastifyInstance } from 'fastify';
import { completeAction } from '../payments/settle-payment.js';
import { webhookFaultOf } from '../webhooks/webhook-fault.js';
import { paymentIntentWire } from '../wire/payment-intent.wire.js';
import { bodyOf, ControlMistake } from './control-mistake.js';
import { faultRoutes } from './faults.routes.js';
import { ledgerRoutes } from './ledger.routes.js';
import type { Provider } from './provider.js';
import { webhookRoutes } from './webhooks.routes.js';

/** Everything under `/_sandbox`: for tests and people, without a key; errors are `{error: <a sentence>}`. */
export function controlRoutes(app: FastifyInstance, provider: Provider): void {
  const { books, registrar } = provider;
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `The sandbox has no control route ${request.method} ${request.url}.` }),
  );
  faultRoutes(app, provider);
  ledgerRoutes(app, provider);
  webhookRoutes(app, provider);

  app.post<{ Params: { id: string } }>('/payment_intents/:id/complete-action', async (request) => {
    const { id } = request.params;
    const { result } = bodyOf(request.body);
    if (result !== 'succeeded' && result !== 'failed') {
      throw new ControlMistake('"result" must be "succeeded" or "failed".');
    }
    const payment = books.payments.get(id);
    if (!payment) throw new ControlMistake(`There is no payment intent ${id}.`, 404);
    if (payment.status !== 'requires_action') {
      throw new ControlMistake(`Payment intent ${id} waits for no action: it is ${payment.status}.`, 409);
    }
    const effect = completeAction(payment, result, Date.now());
    void registrar.record(effect, { cause: null, webhookFault: webhookFaultOf(payment.paymentMethod) });
    return paymentIntentWire(books.payments.get(id) ?? payment);
  });

  app.post('/forget-keys', () => {
    const forgotten = books.answers.size;
    books.write({ keysForgotten: true });
    return { forgotten };
  });
}
