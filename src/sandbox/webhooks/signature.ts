import { createHmac } from 'node:crypto';

/**
 * Stripe's `Stripe-Signature` header: `t` in Unix seconds and HMAC-SHA256 over `t.body`
 * (docs.stripe.com/webhooks#verify-manually).
 */
export function signatureHeader(body: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
