import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { randomBytes } from 'node:crypto';

/** One webhook as the provider sent it. */
export interface Letter {
  readonly body: string;
  readonly signature: string;
}

/** The same event under an id of its own, as a provider sends it when it has lost count, signed anew. */
export function underAnotherId({ body }: Letter): Letter {
  const again = JSON.stringify({
    ...(JSON.parse(body) as object),
    id: `evt_${randomBytes(12).toString('hex')}`,
  });
  return { body: again, signature: signatureOf(again, SANDBOX_WEBHOOK_SECRET, new Date()) };
}
