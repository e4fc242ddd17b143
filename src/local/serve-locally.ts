import { loadConfig } from '#shared/config/load-config.js';
import { type Service, serve } from '../main.js';
import { seedDemoStock } from './demo-stock.js';
import { localKeys } from './local-keys.js';
import type { ServiceOrder } from './service-order.js';

/** The service of a local start, with something on its shelves. Rejects as `serve` does. */
export async function serveLocally(variables: NodeJS.ProcessEnv, order: ServiceOrder): Promise<Service> {
  const config = loadConfig(variables);
  const service = await serve(Object.freeze({ ...config, ...(await localKeys(config)), ...order }));
  await seedDemoStock(service.app);
  return service;
}
