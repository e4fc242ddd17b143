import { createQueue, writingTo } from './ceiling.schema.ts';
import { lookUp, type Recorded } from './look-up.ts';
import { fingerprintOf } from './new-order.ts';
import { PlaceOrderFlow } from './place-order.flow.ts';
import { RelayLoop } from './relay.loop.ts';
import { CaptureClient } from '../http/capture.client.ts';
import { ORDER_REQUEST, type OrderRequest } from '../http/order-request.ts';
import { peerEnvironment } from '../http/peer-environment.ts';
import { peerServer, serveAsPeer } from '../http/peer-server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';

/** What a person would write by hand for speed alone, on the same tables: no module, no saga, no recovery. */
const { databaseUrl, sandboxUrl, secret } = peerEnvironment();

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client(writingTo(databaseUrl));
  await client.connect();
  return client;
};

const [acceptor, settler, relaying] = await Promise.all([connect(), connect(), connect()]);
await createQueue(acceptor);
const flow = new PlaceOrderFlow(acceptor, settler, new CaptureClient(sandboxUrl), new RelayLoop(relaying));
/** As many connections as the service has for reading by default. */
const readers = new pg.Pool({ ...writingTo(databaseUrl), max: 4 });
const app = peerServer(secret);

type Keyed = FastifyRequest<{ Body: OrderRequest; Headers: { 'idempotency-key': string } }>;
const schema = {
  body: ORDER_REQUEST,
  headers: {
    type: 'object',
    required: ['idempotency-key'],
    properties: { 'idempotency-key': { type: 'string', pattern: '^[!-~]{1,255}$' } },
  },
};

app.post('/api/orders', { schema }, async (request: Keyed, reply) => {
  const key = request.headers['idempotency-key'];
  const body = await flow.place(key, request.body);
  void reply.header('idempotency-key', key).header('cache-control', 'no-store').type('application/json');
  if (body !== undefined) return reply.code(201).send(body);
  return replay(await lookUp(readers, key), request, reply);
});

// A repetition that is known to be one: what a single look-up costs, and nothing else.
app.post('/api/repeated-orders', { schema }, async (request: Keyed, reply) => {
  const key = request.headers['idempotency-key'];
  void reply.header('idempotency-key', key).header('cache-control', 'no-store').type('application/json');
  return replay(await lookUp(readers, key), request, reply);
});

function replay(recorded: Recorded | undefined, request: Keyed, reply: FastifyReply): FastifyReply {
  if (!recorded) return reply.code(400).send({ code: 'unknown_sku' });
  if (!recorded.fingerprint.equals(fingerprintOf(request.body))) return reply.code(409).send({ code: 'key_reused' });
  if (recorded.body === null) return reply.code(202).send({ status: 'processing' });
  return reply
    .code(recorded.status ?? 200)
    .headers({ ...recorded.headers, 'idempotent-replayed': 'true' })
    .send(recorded.body);
}

await serveAsPeer(app);
