export const IDEMPOTENT = 'ichido:idempotent';

type Params = Readonly<Record<string, string>>;

/** What a keyed route says about itself. */
export interface IdempotentPolicy {
  /** Explicit wire name; with the tenant it is the scope of a key. Two routes of one operation share their keys. */
  readonly operation: string;
  /**
   * What the fingerprint covers: the resource acted upon and the validated body. By default the route's id and the
   * whole body; needed where two forms of one operation carry the same content in different places.
   */
  readonly content?: (body: object, params: Params) => { readonly target: string; readonly body: object };
}

/** A route's target is its path parameter, or nothing when it makes something new. */
export const defaultContent = (body: object, params: Params): { target: string; body: object } => ({
  target: params['id'] ?? params['sku'] ?? '',
  body,
});
