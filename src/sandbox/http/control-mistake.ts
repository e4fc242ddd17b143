/** A control call that cannot be carried out; the message is one sentence that says how to mend it. */
export class ControlMistake extends Error {
  override readonly name = 'ControlMistake';

  constructor(
    message: string,
    readonly statusCode: 400 | 404 | 409 = 400,
  ) {
    super(message);
  }
}

/** The body of a control call as an object. */
export function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new ControlMistake('Send a JSON object.');
}
