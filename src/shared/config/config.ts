import type { ApiKey } from './api-keys.js';
import type { TraceSettings } from './trace-settings.js';

/** Everything the environment decides, checked once at start and never changed afterwards. Durations are in ms. */
export interface Config {
  /** 0: the system picks one. */
  readonly port: number;
  readonly host: string;
  /** Undefined: `npm start` brings its own PostgreSQL, every other command refuses to run. */
  readonly databaseUrl?: string;
  /** Absolute. Holds the embedded cluster, the sandbox's books and the demo keys. */
  readonly dataDir: string;
  readonly role: 'all' | 'api' | 'worker';

  readonly paymentProvider: 'sandbox' | 'stripe';
  /** A sandbox that runs elsewhere; undefined: `npm start` runs one next to the service. */
  readonly sandboxPspUrl?: string;
  /** Whether it may be killed to be looked at: somebody starts it again, as `npm start` with its own sandbox does. */
  readonly workerKillable?: boolean;
  readonly sandboxPort: number;
  /** Absolute. */
  readonly sandboxData: string;
  /** How long a new payment stays out of the sandbox's search results. */
  readonly sandboxSearchLagMs: number;
  /** Where the sandbox delivers its webhooks. */
  readonly sandboxWebhookUrl: string;
  /** Always there with provider stripe. */
  readonly stripeSecretKey?: string;
  readonly stripeApiBase?: string;
  /** Never empty. Several while a secret is being rotated; the sandbox signs with the first. */
  readonly pspWebhookSecrets: readonly [string, ...string[]];
  /** Where the provider sends a customer back to who had to confirm a payment. */
  readonly paymentReturnUrl: string;

  /** Undefined: none were given; in sandbox mode the demo keys take their place. */
  readonly apiKeys?: readonly ApiKey[];
  /** Whether `apiKeys` are the demo keys of this DATA_DIR, which the documentation fills in for whoever opens it. */
  readonly demoKeys?: boolean;
  /** Minor units above which an act needs a second operator; undefined: one is enough. */
  readonly operatorLimit?: number;
  /** Requests per tenant and minute; undefined: no limit. */
  readonly rateLimit?: number;
  /** Origins whose pages may call the API from a browser; undefined: none. */
  readonly corsOrigins?: readonly string[];
  readonly bodyLimitBytes: number;

  /** How long a stored answer is replayed. */
  readonly idempotencyTtlMs: number;
  /** Whether it, and the one of a route, may be shorter than a day. */
  readonly idempotencyTtlForced: boolean;
  readonly idempotencyProfile: 'default' | 'ietf';
  /** What decided answers may take in memory; 0: a repetition always asks the database. */
  readonly replayCacheBytes: number;
  /** Between two runs of the task that removes expired records. */
  readonly sweepIntervalMs: number;
  /** How long a silent worker counts as alive. */
  readonly leaseMs: number;
  /** How long a first request waits for its decision before it is answered 202. */
  readonly orderWaitMs: number;

  /** One request to the provider. */
  readonly pspTimeoutMs: number;
  /** How long the provider remembers an idempotency key. */
  readonly pspKeyWindowMs: number;
  /** After this long in doubt a payment needs a person. */
  readonly inDoubtLimitMs: number;
  readonly sagaDeadlineMs: number;

  /** Between SIGTERM and the end of what is running. */
  readonly shutdownGraceMs: number;
  /** Connections per process. */
  readonly dbPool: number;
  /** Undefined: traces are off. */
  readonly traces?: TraceSettings;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}
