import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ApiKey } from '#shared/config/api-keys.js';
import type { Config } from '#shared/config/config.js';
import { readablePath } from './readable-path.js';

const FIRST_ORDER = JSON.stringify({
  customerId: 'customer-1',
  items: [{ sku: 'TEA-GREEN', quantity: 1 }],
  paymentMethod: 'pm_card_visa',
});

/** What a local start prints when everything runs: where to go, with which keys, and one order to place. */
export function welcome(
  config: Config,
  started: { readonly sandboxPspUrl?: string; readonly demoKeys?: readonly ApiKey[] },
): string {
  const service = `http://${browsable(config.host)}:${config.port}`;
  const lines = ['', 'Ichido is running. Ctrl-C stops it.', ''];
  if (config.role !== 'worker')
    lines.push(`  Service    ${service}`, `  API docs   ${service}/docs`, `  Console    ${service}/console`);
  if (started.sandboxPspUrl) lines.push(`  Sandbox    ${started.sandboxPspUrl} (the payment provider, play money)`);
  for (const key of started.demoKeys ?? []) lines.push(`  ${`Demo ${key.role}`.padEnd(14)} ${key.secret}`);
  if (started.demoKeys) lines.push(`  (kept in ${readablePath(join(config.dataDir, 'demo-keys'))})`);
  if (config.role !== 'worker' && started.sandboxPspUrl) {
    const secret = started.demoKeys?.find(({ role }) => role === 'client')?.secret ?? '<a client secret of API_KEYS>';
    lines.push('', 'Place an order; send it twice and it is still one:', '', `  ${curl(service, secret)}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** One line, so that it survives being copied; the key is new at every start. */
const curl = (service: string, secret: string): string =>
  [
    `curl -i ${service}/api/orders`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Idempotency-Key: ${randomUUID()}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${FIRST_ORDER}'`,
  ].join(' ');

/** An address that a browser on this machine can open, also for "every interface". */
function browsable(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
