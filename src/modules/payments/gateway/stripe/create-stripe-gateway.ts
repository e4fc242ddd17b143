import Stripe from 'stripe';
import { OneShotHttpClient } from './one-shot-http-client.js';
import { StripeGateway } from './stripe-gateway.js';

/** The version whose wire format this adapter reads; a newer SDK fails to compile here until someone has looked. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

export interface StripeGatewayOptions {
  readonly provider: 'sandbox' | 'stripe';
  readonly secretKey: string;
  /** Scheme, host and port of the API; Stripe's own when absent, which the sandbox must never be. */
  readonly apiBase?: string;
  /** Milliseconds for one whole request and answer. */
  readonly timeoutMs: number;
  /** Where Stripe sends the customer back to after an action. */
  readonly returnUrl: string;
}

/** Builds the gateway on the official SDK with retries and telemetry off; a TypeError for an unusable `apiBase`. */
export function createStripeGateway(options: StripeGatewayOptions): StripeGateway {
  if (options.provider === 'sandbox' && !options.apiBase) throw new TypeError('The sandbox needs its own API base');
  const base = new URL(options.apiBase ?? 'https://api.stripe.com');
  const protocol = base.protocol.slice(0, -1);
  if ((protocol !== 'http' && protocol !== 'https') || base.pathname !== '/') {
    throw new TypeError('The API base of Stripe must be an http(s) URL without a path');
  }
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    protocol,
    // A URL writes an IPv6 address in brackets, a socket takes it without.
    host: base.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: base.port || (protocol === 'http' ? 80 : 443),
    httpClient: new OneShotHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: options.timeoutMs,
  });
  return new StripeGateway(stripe, options.provider, options.returnUrl);
}
