import { Pool } from 'undici';

/** What is captured, and under which key. */
export interface Capture {
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What the provider said: its reference when the money was captured, its code when it was not. */
export type Captured = { readonly reference: string } | { readonly declined: string };

/** More than the clients there are, so that no capture waits for another. */
const CONNECTIONS = 64;

/** The one provider call of an order, create and confirm in one, over kept connections and without an SDK. */
export class CaptureClient {
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool(url, { connections: CONNECTIONS });
  }

  /** Throws when the provider answers with anything but a result. */
  async capture({ key, amount, currency, paymentMethod, metadata }: Capture): Promise<Captured> {
    const form = new URLSearchParams({
      amount: String(amount),
      currency: currency.toLowerCase(),
      confirm: 'true',
      payment_method: paymentMethod,
      'allowed_payment_method_types[0]': 'card',
      return_url: 'https://shop.example/back',
    });
    for (const [name, value] of Object.entries(metadata)) form.set(`metadata[${name}]`, value);
    const { statusCode, body } = await this.pool.request({
      method: 'POST',
      path: '/v1/payment_intents',
      headers: {
        authorization: 'Bearer sk_test_bench',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      body: form.toString(),
    });
    const answer = (await body.json()) as { id?: string; status?: string; error?: { code?: string } };
    if (statusCode === 200 && answer.status === 'succeeded' && answer.id) return { reference: answer.id };
    if (statusCode === 402) return { declined: answer.error?.code ?? 'declined' };
    throw new Error(`the provider answered ${statusCode}`);
  }
}
