export const IDEMPOTENT = 'ichido:idempotent';

type Params = Readonly<Record<string, string>>;

/**
 * What a repetition of a request that is not decided yet gets: 202 at once, the decision if it comes within the wait
 * (else 202), or 409 `idempotency_key_in_use`.
 */
export type InProgress = 'accepted' | 'wait' | 'conflict';

/**
 * Whether an unexpected failure (500) of a route without a saga is kept as its answer (`all`), or frees the key
 * (`final`), so that the same key tries again (semantics 10).
 */
export type Replay = 'final' | 'all';

/** The resource acted upon and the part of the validated body that says what is wanted. */
export type Content = (body: object, params: Params) => { readonly target: string; readonly body: object };

/** What a keyed route says about itself. A contradiction in it is refused at boot, with the route's name. */
export interface IdempotentPolicy {
  /** Explicit wire name; with the tenant it is the scope of a key. Two routes of one operation share their keys. */
  readonly operation: string;
  /** True unless said otherwise. Where it is false, a request without a key is a plain unit of work: nothing is stored. */
  readonly required?: boolean;
  /** `accepted` unless said otherwise. */
  readonly inProgress?: InProgress;
  /**
   * How long a first request waits for the decision, and with `inProgress: 'wait'` a repetition too: a duration up to
   * `30s`, ORDER_WAIT unless said otherwise. `Prefer: wait` overrides it.
   */
  readonly wait?: string;
  /** `final` unless said otherwise. */
  readonly replay?: Replay;
  /** How long the answer is replayed, from its decision: a duration, IDEMPOTENCY_TTL unless said otherwise. */
  readonly ttl?: string;
  /** Members of the body that the fingerprint leaves out: a repetition may change them and is still one. */
  readonly ignore?: readonly string[];
  /**
   * What the fingerprint covers: the resource acted upon and the validated body. By default the route's id and the
   * whole body; needed where two forms of one operation carry the same content in different places.
   */
  readonly content?: Content;
}

/** A route's target is its path parameter, or nothing when it makes something new. */
export const defaultContent: Content = (body, params) => ({ target: params['id'] ?? params['sku'] ?? '', body });
