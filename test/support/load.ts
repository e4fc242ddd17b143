import { KEYS } from './environment.js';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What came back: how many answers of each status. */
export interface LoadResult {
  readonly statuses: Record<string, number>;
}

/** Runs in a thread of its own, so that the test's own event loop stays free to measure. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const { randomUUID } = require('node:crypto');
  const { url, clients, secret } = workerData;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const statuses = {};
  const body = JSON.stringify({ customerId: 'c', items: [{ sku: 'TEA', quantity: 1 }], paymentMethod: 'pm_card_visa' });
  let stopping = false;
  const post = () => new Promise((resolve) => {
    const sent = request(url + '/api/orders', { method: 'POST', agent, headers: {
      Authorization: 'Bearer ' + secret, 'Content-Type': 'application/json', 'Content-Length': body.length,
      'Idempotency-Key': randomUUID() } });
    sent.once('response', (answer) => { statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
      answer.resume().once('end', resolve); });
    sent.once('error', () => { statuses.error = (statuses.error ?? 0) + 1; resolve(); });
    sent.end(body);
  });
  const client = async () => { while (!stopping) await post(); };
  const all = Promise.all(Array.from({ length: clients }, client));
  parentPort.once('message', async () => { stopping = true; await all; agent.destroy(); parentPort.postMessage({ statuses }); });
`;

/** Clients that place one order after the other, each as soon as it has its answer, until they are stopped. */
export async function startLoad(load: { url: string; clients: number }): Promise<{ stop(): Promise<LoadResult> }> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { ...load, secret: KEYS.alice } });
  await once(worker, 'online');
  return {
    async stop() {
      worker.postMessage('stop', []);
      const [result] = (await once(worker, 'message')) as [LoadResult];
      await worker.terminate();
      return result;
    },
  };
}
