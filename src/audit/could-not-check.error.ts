/** The audit came to no result. The message is one line: why, and how to go on. */
export class CouldNotCheck extends Error {
  override readonly name = 'CouldNotCheck';
}
