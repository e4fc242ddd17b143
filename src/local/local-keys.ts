import type { Config } from '#shared/config/config.js';
import { demoKeys } from './demo-keys.js';

/** The keys of a local start: those of API_KEYS, else, where money is play money, the demo keys of its DATA_DIR. */
export async function localKeys(config: Config): Promise<Pick<Config, 'apiKeys' | 'demoKeys'>> {
  const isDemo = config.paymentProvider === 'sandbox' && !config.apiKeys;
  return { apiKeys: isDemo ? await demoKeys(config.dataDir) : config.apiKeys, demoKeys: isDemo };
}
