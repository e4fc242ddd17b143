import { ENTITIES } from './naive.entities.ts';
import { NaiveSaga } from './naive.saga.ts';
import { CaptureClient } from '../http/capture.client.ts';
import { ORDER_REQUEST, type OrderRequest } from '../http/order-request.ts';
import { peerEnvironment } from '../http/peer-environment.ts';
import { peerServer, serveAsPeer } from '../http/peer-server.ts';
import { DataSource } from 'typeorm';

/** The saga as it is written first by almost everybody: entities, `save()`, a transaction per step, a key table. */
const { databaseUrl, sandboxUrl, secret } = peerEnvironment();
const source = new DataSource({
  type: 'postgres',
  url: databaseUrl,
  entities: ENTITIES,
  synchronize: true,
  // As many connections as the service has by default.
  poolSize: 8,
});
await source.initialize();
const saga = new NaiveSaga(source, new CaptureClient(sandboxUrl));
const app = peerServer(secret);

app.post<{ Body: OrderRequest; Headers: { 'idempotency-key': string } }>(
  '/api/orders',
  { schema: { body: ORDER_REQUEST } },
  async (request, reply) => {
    const { status, body } = await saga.place(request.headers['idempotency-key'], request.body);
    return reply.code(status).type('application/json').send(body);
  },
);

await serveAsPeer(app);
