import type { ProviderAccess } from './audit/provider/provider-api.js';
import type { Config } from '#shared/config/config.js';

/** Where the audit finds the provider that the service is configured for. */
export const providerAccess = (config: Config): ProviderAccess => ({
  name: config.paymentProvider,
  baseUrl:
    config.paymentProvider === 'sandbox'
      ? (config.sandboxPspUrl ?? `http://127.0.0.1:${config.sandboxPort}`)
      : (config.stripeApiBase ?? 'https://api.stripe.com'),
  // The sandbox takes any key; it must only not be empty.
  secretKey: config.stripeSecretKey ?? 'sk_test_sandbox',
  timeoutMs: config.pspTimeoutMs,
});
