import { CaptureClient } from '../http/capture.client.ts';
import type { OrderRequest } from '../http/order-request.ts';
import { peerEnvironment } from '../http/peer-environment.ts';
import { confirmedOrder, OrderSteps } from '../steps/order-steps.ts';
import { createStepTables } from '../steps/steps.schema.ts';
import * as restate from '@restatedev/restate-sdk';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** The three steps as a handler that the Restate server calls and whose journal it keeps. */
const { databaseUrl, sandboxUrl } = peerEnvironment();
await createStepTables(databaseUrl);
const steps = new OrderSteps(databaseUrl, new CaptureClient(sandboxUrl));

const orders = restate.service({
  name: 'orders',
  handlers: {
    place: async (context: restate.Context, request: OrderRequest) => {
      const id = context.rand.uuidv4();
      const order = await context.run('payment.capture', () => steps.pay(id, request));
      await context.run('inventory.reserve', () => steps.reserve(order));
      await context.run('order.confirm', () => steps.confirm(order));
      return confirmedOrder(request, order);
    },
  },
});

const server = createServer(restate.createEndpointHandler({ services: [orders] }));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
