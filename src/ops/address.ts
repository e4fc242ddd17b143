import { CouldNotAsk } from './could-not-ask.error.js';
import { operatorKey } from './operator-key.js';

/** Which service is asked, and as whom. */
export interface Address {
  /** Without a slash at its end. */
  readonly url: string;
  /** The secret of an operator. Never shown. */
  readonly key: string;
  /** Where the key was found, for whoever has to correct it. */
  readonly keyFrom: string;
}

/**
 * `--url`, else ICHIDO_URL, else this machine at PORT or 3000, where a service listens that was told nothing else.
 * Throws CouldNotAsk.
 */
export async function addressOf(given: string | undefined, variables: NodeJS.ProcessEnv): Promise<Address> {
  const url = serviceAt(given, variables);
  return { url: url.href.replace(/\/+$/, ''), ...(await operatorKey(url, variables)) };
}

/** Where the service is, whoever asks it. Throws CouldNotAsk. */
export const serviceAt = (given: string | undefined, variables: NodeJS.ProcessEnv): URL =>
  readUrl((given ?? variables.ICHIDO_URL?.trim()) || `http://localhost:${variables.PORT?.trim() || '3000'}`);

function readUrl(text: string): URL {
  const url = URL.parse(text);
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash;
  // What stands before an @ may be a secret, so a wrong address is not repeated.
  if (isPlain && !url.username && !url.password) return url;
  throw new CouldNotAsk(
    'The address of the service must be an http:// or https:// URL without a user in it: give --url or ICHIDO_URL, for example http://localhost:3000.',
  );
}
