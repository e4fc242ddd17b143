import type { Fault } from './fault.js';
import { FaultMistake, readFault } from './fault.reader.js';

const PREFIX = 'pm_sandbox_';

/** What the number behind each kind means; a kind that is not listed takes none. */
const NUMBER_MEANS: Readonly<Partial<Record<string, (number: number) => object>>> = {
  delay: (ms) => ({ ms }),
  'fail-before': (status) => ({ status }),
  'stored-500': (effect) => ({ effect: effect > 0 }),
  'async-outcome': (ms) => ({ ms }),
  'refund-pending': (ms) => ({ ms }),
  'refund-fails-later': (ms) => ({ ms }),
  'webhook-late': (ms) => ({ ms }),
};
/** A customer names the method, and may not end the service with it. */
const ONLY_ARMED = 'kill-after-effect';
const TAKES_RESULT: readonly string[] = ['async-outcome', 'refund-pending'];

/**
 * The fault that a magic payment method names, e.g. `pm_sandbox_delay_3000`, `pm_sandbox_stored-500_0` (0 = without
 * effect) or `pm_sandbox_async-outcome_failed_200`; undefined for any other method, also for one that is misspelt, and
 * for the fault that can only be armed.
 */
export function faultOfMethod(paymentMethod: string | null): Fault | undefined {
  if (!paymentMethod?.startsWith(PREFIX)) return undefined;
  const [kind = '', ...words] = paymentMethod.slice(PREFIX.length).split('_');
  if (kind === ONLY_ARMED) return undefined;
  const fields: object[] = [];
  for (const word of words) {
    const numberMeans = NUMBER_MEANS[kind];
    if (/^\d{1,9}$/.test(word) && numberMeans) fields.push(numberMeans(Number(word)));
    else if (TAKES_RESULT.includes(kind) && (word === 'succeeded' || word === 'failed')) fields.push({ result: word });
    else return undefined;
  }
  try {
    return readFault(Object.assign({ kind }, ...fields) as Record<string, unknown>);
  } catch (mistake) {
    if (mistake instanceof FaultMistake) return undefined;
    throw mistake;
  }
}
