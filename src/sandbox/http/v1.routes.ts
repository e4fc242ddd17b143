import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { unexpected } from '../keys/key-errors.js';
import { errorBody } from '../wire/answer.wire.js';
import { API_VERSION } from '../wire/event.wire.js';
import { Params } from '../wire/params.js';
import { WireRefusal } from '../wire/wire-refusal.js';
import { hasApiKey } from './api-key.js';
import { eventRoutes } from './events.routes.js';
import { paymentRoutes } from './payments.routes.js';
import type { Provider } from './provider.js';
import { pathOf } from './query.js';
import { meetRoadFault } from './read-faults.js';
import { refundRoutes } from './refunds.routes.js';

/** Everything under `/v1`: answers and errors have Stripe's shape, also those that no route gives. */
export function v1Routes(app: FastifyInstance, provider: Provider): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new Params(String(body))),
  );

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('Request-Id', request.id).header('Stripe-Version', API_VERSION);
    if (!hasApiKey(request.headers.authorization)) throw noApiKey();
  });
  app.addHook('preHandler', (request, reply) => meetRoadFault(provider, request, reply));

  app.setErrorHandler((error: FastifyError | WireRefusal, _request, reply) => {
    const refusal = error instanceof WireRefusal ? error : refusalOf(error);
    return reply.code(refusal.status).type('application/json').send(errorBody(refusal.error, refusal.object));
  });
  app.setNotFoundHandler((request) => {
    throw unknownUrl(request);
  });

  paymentRoutes(app, provider);
  refundRoutes(app, provider);
  eventRoutes(app, provider);
}

function refusalOf(error: FastifyError): WireRefusal {
  const status = error.statusCode ?? 500;
  if (status >= 500) return new WireRefusal(500, unexpected);
  return new WireRefusal(status, { type: 'invalid_request_error', message: error.message });
}

const noApiKey = (): WireRefusal =>
  new WireRefusal(401, {
    type: 'invalid_request_error',
    message: 'You did not provide an API key. Send it as a Bearer token, or as the user name of Basic auth.',
  });

const unknownUrl = (request: FastifyRequest): WireRefusal =>
  new WireRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${pathOf(request)}).`,
  });
