import type { Address } from './address.js';
import type { Outcome } from './asking-again.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import { Refused, type ProblemDocument } from './refused.error.js';

/**
 * The content of a successful answer. Throws Refused for the service's no, CouldNotAsk where the question was not
 * answered at all.
 * @param again what a person adds to the command to send the very same again; absent where nothing is changed
 */
export function judged({ heard, reason, mayBeDone }: Outcome, { url, keyFrom }: Address, again?: string): unknown {
  const unsure =
    mayBeDone && again !== undefined ? ` Whether it was done is not known: send it again with ${again}.` : '';
  if (!heard)
    throw new CouldNotAsk(
      mayBeDone
        ? `No answer from ${url} (${reason}).${unsure || ' Try again.'}`
        : `Nobody answers at ${url} (${reason}): start the service, or say where it is with --url or ICHIDO_URL.`,
    );
  const { status, body } = heard;
  if (status >= 200 && status < 300 && typeof body === 'object' && body !== null) return body;
  const problem = problemIn(body);
  if (!problem && isOfProxy(status))
    throw new CouldNotAsk(`What stands before ${url} reaches no service (status ${status}): try again later.${unsure}`);
  if (!problem)
    throw new CouldNotAsk(
      `What answers at ${url} is not this service (status ${status}): correct --url or ICHIDO_URL.${unsure}`,
    );
  if (status === 401) throw new CouldNotAsk(`The service does not know the key in ${keyFrom}: correct it.${unsure}`);
  if (problem.code === 'role_forbidden')
    throw new CouldNotAsk(`The key in ${keyFrom} is not one of an operator: use the secret of an operator.`);
  if (problem.code === 'route_not_found')
    throw new CouldNotAsk(`The service at ${url} has no such lever: it is of another version, or --url is wrong.`);
  if (status >= 500 || status === 429) {
    const found = problem.traceId === undefined ? '' : ` Its log has it under ${problem.traceId}.`;
    throw new CouldNotAsk(`The service cannot answer (${status} ${problem.code}): try again later.${unsure}${found}`);
  }
  throw new Refused(problem);
}

/** Of a proxy that gave up, or of one that has nobody to ask. */
const isOfProxy = (status: number): boolean => status === 502 || status === 503 || status === 504;

function problemIn(body: unknown): ProblemDocument | undefined {
  const { code, detail, title } = (body ?? {}) as Partial<ProblemDocument>;
  const isProblem = [code, detail, title].every((member) => typeof member === 'string');
  return isProblem ? (body as ProblemDocument) : undefined;
}
