import { CouldNotAsk } from './could-not-ask.error.js';
import { knownDemoKeys } from '../local/demo-keys.js';
import { readablePath } from '../local/readable-path.js';
import type { ApiKey } from '#shared/config/api-keys.js';
import { join, resolve } from 'node:path';

/** What may follow `Bearer` (RFC 6750, 2.1); anything else would be refused in words that repeat it. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** The addresses of this machine, whose demo keys are meant for nobody else. */
const OWN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface FoundKey {
  readonly key: string;
  readonly keyFrom: string;
}

/**
 * ICHIDO_OPERATOR_KEY, else the demo operator that `npm start` has made in DATA_DIR. Never an argument, which everybody
 * on the machine could read among the processes. Throws CouldNotAsk.
 */
export async function operatorKey(service: URL, variables: NodeJS.ProcessEnv): Promise<FoundKey> {
  const given = variables.ICHIDO_OPERATOR_KEY?.trim();
  if (given) {
    if (TOKEN.test(given)) return { key: given, keyFrom: 'ICHIDO_OPERATOR_KEY' };
    throw new CouldNotAsk('ICHIDO_OPERATOR_KEY is no secret of an API key: letters, digits and "._~+/-" alone.');
  }
  const demo = await demoKey('operator', service, variables);
  if (demo) return { key: demo.secret, keyFrom: readablePath(join(dataDirOf(variables), 'demo-keys')) };
  throw new CouldNotAsk('No key to ask with: set ICHIDO_OPERATOR_KEY to the secret of an operator of API_KEYS.');
}

const dataDirOf = ({ DATA_DIR: given }: NodeJS.ProcessEnv): string => resolve(given?.trim() || '.data');

/** The demo key that `npm start` has made in DATA_DIR; undefined where there is none, or the service is elsewhere. */
export async function demoKey(
  role: ApiKey['role'],
  { hostname }: URL,
  variables: NodeJS.ProcessEnv,
): Promise<ApiKey | undefined> {
  if (!OWN.test(hostname) || variables.API_KEYS?.trim() || variables.PAYMENT_PROVIDER === 'stripe') return undefined;
  const keys = await knownDemoKeys(dataDirOf(variables)).catch((error: NodeJS.ErrnoException) => {
    // Made by another account: they are not for us.
    if (error.code === 'EACCES') return undefined;
    throw error;
  });
  return keys?.find((key) => key.role === role);
}
