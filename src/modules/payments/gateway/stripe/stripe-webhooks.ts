import type { ProviderEvent, ProviderWebhooks } from '../provider-webhooks.js';
import { withoutClientSecrets } from './client-secrets.js';
import { readEvent } from './stripe-event.js';
import { noticeOf } from './stripe-notice.js';
import { isSignedBy } from './webhook-signature.js';
import { now } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';

export interface StripeWebhooksOptions {
  readonly provider: 'sandbox' | 'stripe';
  /** Several while a secret is being rotated. */
  readonly secrets: readonly string[];
  /** Whether we move real money. */
  readonly livemode: boolean;
}

const unsigned = (): DomainError =>
  new DomainError(
    'invalid',
    'webhook_signature_invalid',
    'The signature does not match the body, or its time is more than 300 s away.',
  );

const notJson = (): DomainError => new DomainError('invalid', 'malformed_json', 'The body is not valid JSON.');

const noEvent = (): DomainError =>
  new DomainError('invalid', 'validation_failed', 'The body is no event with an id, a type and an object.', {
    errors: [{ pointer: '', detail: 'must be an event' }],
  });

/** Stripe's webhooks, and those of anything that signs as Stripe does, like the sandbox. */
export class StripeWebhooks implements ProviderWebhooks {
  // Private to the engine: printing it shows no secret.
  readonly #secrets: readonly string[];
  readonly provider: 'sandbox' | 'stripe';
  private readonly livemode: boolean;

  constructor({ provider, secrets, livemode }: StripeWebhooksOptions) {
    this.#secrets = secrets;
    this.provider = provider;
    this.livemode = livemode;
  }

  verify(raw: Buffer, proof: string | undefined): ProviderEvent {
    if (!isSignedBy(this.#secrets, { raw, header: proof, receivedAt: now() })) throw unsigned();
    return this.read(raw);
  }

  read(raw: Buffer): ProviderEvent {
    const event = readEvent(parsed(raw));
    if (!event) throw noEvent();
    const { id, type, account, livemode, meaning } = event;
    const misdirected = account !== '' ? 'account' : livemode !== this.livemode ? 'mode' : undefined;
    return { id, type, account, misdirected, meaning, notice: noticeOf(event), kept: withoutClientSecrets(raw) };
  }
}

/** Signed bytes are the provider's own, so what our stricter reader refuses (exponents, `1.0`) is taken as it is. */
function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown;
  } catch {
    throw notJson();
  }
}
