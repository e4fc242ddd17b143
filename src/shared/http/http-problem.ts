/** A refusal that belongs to HTTP and not to the business: who may ask, how to ask, how often. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';

  constructor(
    readonly status: number,
    /** Stable, snake_case; clients branch on it. */
    readonly code: string,
    /** One sentence for a person. */
    readonly detail: string,
    /** Headers the status requires, such as `WWW-Authenticate` with 401 and `Allow` with 405 (RFC 9110). */
    readonly headers: Readonly<Record<string, string>> = {},
    /** Relative path of the resource it is about; the path that was asked for when absent. */
    readonly instance?: string,
  ) {
    super(detail);
  }
}
