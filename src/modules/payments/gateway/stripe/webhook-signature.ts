import { isUtf8 } from 'node:buffer';
import Stripe from 'stripe';

/** A signature counts for this long, before and after: two clocks never agree, and an old capture must not be replayed. */
export const TOLERANCE_SECONDS = 300;

/** Some 29 signatures of 70 characters; Stripe sends one per secret, and comparing more is work for a stranger. */
const LONGEST_HEADER = 2_048;

const ITEM = /^([a-z][a-z0-9]{0,15})=([\x21-\x2b\x2d-\x7e]*)$/;
const SECONDS = /^\d{1,12}$/;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** One webhook request, as far as its signature is concerned. */
export interface SignedBody {
  readonly raw: Buffer;
  /** `Stripe-Signature`: `t=<Unix seconds>,v1=<hex>`, several `v1` while a secret is being rotated. */
  readonly header: string | undefined;
  readonly receivedAt: Date;
}

/**
 * Whether one of the signatures is by one of the secrets, over exactly these bytes, and not more than 300 s away in either
 * direction (docs.stripe.com/webhooks#verify-manually). Comparing takes the same time wherever two signatures differ.
 */
export function isSignedBy(secrets: readonly string[], { raw, header, receivedAt }: SignedBody): boolean {
  const signed = readHeader(header);
  // The SDK verifies decoded text; bytes that decoding would change or drop are not those that were signed.
  if (!signed || !isUtf8(raw) || raw.subarray(0, 3).equals(BYTE_ORDER_MARK)) return false;
  // The SDK checks only the past.
  if (signed.time - Math.floor(receivedAt.getTime() / 1000) > TOLERANCE_SECONDS) return false;
  return secrets.map((secret) => verifies(secret, raw, signed.header, receivedAt)).includes(true);
}

/** The header that makes these bytes a webhook of that moment; what a test, or a sandbox, sends. */
export const signatureOf = (raw: Buffer | string, secret: string, at: Date): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload: raw.toString(),
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  });

function verifies(secret: string, raw: Buffer, header: string, receivedAt: Date): boolean {
  try {
    const { signature } = Stripe.webhooks;
    return signature?.verifyHeader(raw, header, secret, TOLERANCE_SECONDS, undefined, receivedAt.getTime()) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** One time and the well-formed signatures, as a header of nothing else; undefined for one that nobody honest sends. */
function readHeader(header: string | undefined): { time: number; header: string } | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const items = header.split(',').map((item) => ITEM.exec(item));
  if (!items.every((item) => item !== null)) return undefined;
  const valuesOf = (name: string): string[] => items.filter((item) => item[1] === name).map((item) => item[2]!);
  const [time = '', ...moreTimes] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => SHA256_HEX.test(value));
  if (!SECONDS.test(time) || moreTimes.length > 0 || signatures.length === 0) return undefined;
  return { time: Number(time), header: [`t=${time}`, ...signatures.map((value) => `v1=${value}`)].join(',') };
}
