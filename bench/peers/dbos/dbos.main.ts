import { CaptureClient } from '../http/capture.client.ts';
import { ORDER_REQUEST, type OrderRequest } from '../http/order-request.ts';
import { peerEnvironment } from '../http/peer-environment.ts';
import { peerServer, serveAsPeer } from '../http/peer-server.ts';
import { confirmedOrder, OrderSteps } from '../steps/order-steps.ts';
import { createStepTables } from '../steps/steps.schema.ts';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { v7 } from 'uuid';

/** The three steps as a DBOS workflow, whose id is the caller's key; its own tables lie in the same database. */
const { databaseUrl, sandboxUrl, secret } = peerEnvironment();
await createStepTables(databaseUrl);
const steps = new OrderSteps(databaseUrl, new CaptureClient(sandboxUrl));

const placeOrder = DBOS.registerWorkflow(
  async (id: string, request: OrderRequest) => {
    const order = await DBOS.runStep(() => steps.pay(id, request), { name: 'payment.capture' });
    await DBOS.runStep(() => steps.reserve(order), { name: 'inventory.reserve' });
    await DBOS.runStep(() => steps.confirm(order), { name: 'order.confirm' });
    return confirmedOrder(request, order);
  },
  { name: 'place-order' },
);

DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
await DBOS.launch();
const app = peerServer(secret);
app.addHook('onClose', () => DBOS.shutdown());

app.post<{ Body: OrderRequest; Headers: { 'idempotency-key': string } }>(
  '/api/orders',
  { schema: { body: ORDER_REQUEST } },
  async (request, reply) => {
    const workflowID = request.headers['idempotency-key'];
    const handle = await DBOS.startWorkflow(placeOrder, { workflowID })(v7(), request.body);
    return reply.code(201).send(await handle.getResult());
  },
);

await serveAsPeer(app);
