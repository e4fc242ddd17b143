/** How the service says no (RFC 9457, with its own members). */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly traceId?: string;
  /** With which key another attempt makes sense. */
  readonly retry?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** The service understood the question, and said no. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly problem: ProblemDocument) {
    super(problem.detail);
  }
}
