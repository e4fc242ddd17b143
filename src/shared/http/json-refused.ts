/** A body that is no JSON document we accept. `pointer` (RFC 6901) says where, `detail` is one sentence for a person. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';

  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}
