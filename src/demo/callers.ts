import { Operator } from './operator.js';
import { Provider } from './provider.js';
import { Shop } from './shop.js';
import { Wire } from './wire.js';
import { addressOf, serviceAt } from '../ops/address.js';
import { CouldNotAsk } from '../ops/could-not-ask.error.js';
import { demoKey } from '../ops/operator-key.js';

/** Everybody who plays a part. */
interface Callers {
  readonly shop: Shop;
  readonly operator: Operator;
  readonly provider: Provider;
}

/**
 * The service where `npm run ops` finds it, the demo keys of its DATA_DIR or those in ICHIDO_CLIENT_KEY and
 * ICHIDO_OPERATOR_KEY, and the sandbox at SANDBOX_PSP_URL or where `npm start` runs it. Throws CouldNotAsk where nothing
 * runs, and where the provider is a real one: nothing is ever ordered there.
 *
 * @param customerId whose orders those of this run are
 */
export async function findCallers(
  given: string | undefined,
  variables: NodeJS.ProcessEnv,
  customerId: string,
): Promise<Callers> {
  const service = serviceAt(given, variables).href.replace(/\/+$/, '');
  await mustAnswer(service);
  const { key } = await addressOf(given, variables);
  const operator = new Operator(new Wire(service, key));
  await operator.mustHaveSandbox();
  const sandbox = sandboxAt(variables);
  const provider = new Provider(new Wire(sandbox, 'sk_test_demo'));
  if (!(await provider.answers()))
    throw new CouldNotAsk(`No sandbox provider answers at ${sandbox}: give its address as SANDBOX_PSP_URL.`);
  return { shop: new Shop(new Wire(service, await clientKey(service, variables)), customerId), operator, provider };
}

async function mustAnswer(service: string): Promise<void> {
  const { status } = await new Wire(service).get('/health/live').catch(() => ({ status: 0 }));
  if (status !== 200)
    throw new CouldNotAsk(`Nothing answers at ${service}: run \`npm start\` in another terminal, then this again.`);
}

const sandboxAt = ({ SANDBOX_PSP_URL: given, SANDBOX_PORT: port }: NodeJS.ProcessEnv): string =>
  (given?.trim() || `http://127.0.0.1:${port?.trim() || '4010'}`).replace(/\/+$/, '');

async function clientKey(service: string, variables: NodeJS.ProcessEnv): Promise<string> {
  const key = variables.ICHIDO_CLIENT_KEY?.trim() || (await demoKey('client', new URL(service), variables))?.secret;
  if (key) return key;
  throw new CouldNotAsk('No key to order with: set ICHIDO_CLIENT_KEY to the secret of a client of API_KEYS.');
}
