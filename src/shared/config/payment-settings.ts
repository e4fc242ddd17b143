import type { Config } from './config.js';
import { ConfigError } from './config.error.js';
import type { Environment } from './environment.js';

/** What the sandbox signs with unless told otherwise. No secret: it guards play money on one machine. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_ichido_sandbox';

/** Where money goes and how the provider finds us. A real provider needs real secrets; the sandbox has its own. */
export function paymentSettings(
  env: Environment,
  port: number,
): Pick<
  Config,
  | 'paymentProvider'
  | 'sandboxPspUrl'
  | 'sandboxWebhookUrl'
  | 'stripeSecretKey'
  | 'stripeApiBase'
  | 'pspWebhookSecrets'
  | 'paymentReturnUrl'
> {
  const paymentProvider = env.oneOf('PAYMENT_PROVIDER', 'sandbox', ['sandbox', 'stripe']);
  const stripeSecretKey = env.text('STRIPE_SECRET_KEY');
  if (paymentProvider === 'stripe' && !stripeSecretKey) {
    throw new ConfigError('STRIPE_SECRET_KEY', 'is needed with PAYMENT_PROVIDER=stripe', 'sk_test_…');
  }
  return {
    paymentProvider,
    sandboxPspUrl: env.httpUrl('SANDBOX_PSP_URL', 'http://127.0.0.1:4010'),
    sandboxWebhookUrl:
      env.httpUrl('SANDBOX_WEBHOOK_URL', 'http://127.0.0.1:3000/api/webhooks/stripe') ??
      `http://127.0.0.1:${port}/api/webhooks/stripe`,
    stripeSecretKey,
    stripeApiBase: env.httpUrl('STRIPE_API_BASE', 'https://api.stripe.com'),
    pspWebhookSecrets: webhookSecrets(env, paymentProvider),
    paymentReturnUrl:
      env.httpUrl('PAYMENT_RETURN_URL', 'https://shop.example/paid') ?? `http://localhost:${port}/console`,
  };
}

function webhookSecrets(env: Environment, provider: Config['paymentProvider']): Config['pspWebhookSecrets'] {
  const value = env.text('PSP_WEBHOOK_SECRET');
  if (value === undefined && provider === 'sandbox') return Object.freeze([SANDBOX_WEBHOOK_SECRET] as const);
  if (value === undefined) {
    throw new ConfigError('PSP_WEBHOOK_SECRET', 'is needed with PAYMENT_PROVIDER=stripe', 'whsec_…');
  }
  const [first, ...others] = value.split(',').map((secret) => secret.trim());
  if (!first || others.some((secret) => !secret)) {
    throw new ConfigError(
      'PSP_WEBHOOK_SECRET',
      'must not have an empty entry between its commas',
      'whsec_new,whsec_old',
    );
  }
  return Object.freeze([first, ...others] as const);
}
