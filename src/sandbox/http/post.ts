import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../keys/operation.js';
import { answerBody } from '../wire/answer.wire.js';
import { expansionOf } from '../wire/expand.js';
import { Params } from '../wire/params.js';
import { WireRefusal } from '../wire/wire-refusal.js';
import type { Provider } from './provider.js';

/** Serves one POST: the desk decides, this writes the answer, or closes the connection where it must get lost. */
export async function servePost<Request>(
  provider: Provider,
  operation: Operation<Request>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = formOf(request);
  const key = keyOf(request);
  if (key !== null) void reply.header('Idempotency-Key', key);
  const served = await provider.desk.serve(operation, { params, key, requestId: request.id });
  // Before anything of the effect is on the road to it, a notice included.
  if (served.kills) await provider.killService?.();
  if (served.dropped) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (served.replayed) void reply.header('Idempotent-Replayed', 'true');
  const expand = operation.makesPayment ? expansionOf(params) : undefined;
  return reply.code(served.answer.status).type('application/json').send(answerBody(served.answer, expand));
}

function formOf({ body }: FastifyRequest): Params {
  if (body === undefined || body === null) return new Params('');
  if (body instanceof Params) return body;
  throw new WireRefusal(400, {
    type: 'invalid_request_error',
    message: 'Send the parameters as application/x-www-form-urlencoded.',
  });
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
}
