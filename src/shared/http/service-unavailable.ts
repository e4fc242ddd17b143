/** The request was not served for lack of something we need; the same one may be sent again, same key (semantics 13). */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';

  constructor(
    /** Whole seconds, at least one: what `Retry-After` can say (RFC 9110, 10.2.3). */
    readonly retryAfterSeconds: number = 1,
    options?: ErrorOptions,
  ) {
    super('The service cannot take requests right now.', options);
  }
}
