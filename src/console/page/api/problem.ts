/** A refusal as the API sends it (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title?: string;
  readonly detail: string;
  /** Where the code is explained. */
  readonly type?: string;
  readonly retry?: 'same-key' | 'new-key' | 'never' | 'operator';
  readonly traceId?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** The service gave no answer that could be read. */
export const unreachable: Problem = {
  status: 0,
  code: 'unreachable',
  detail: 'The service does not answer. It may be starting again; this page tries again by itself.',
};

/** Whether the very same request may still be answered: it was not heard, or is not refused but put off. */
export const isPutOff = ({ status, retry }: Problem): boolean =>
  status === 0 || status >= 500 || status === 429 || retry === 'same-key';

/** A problem from whatever body an unhappy answer had. */
export function problemFrom(status: number, body: unknown): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body && 'detail' in body)
    return { ...(body as Problem), status };
  return { status, code: `http_${status}`, detail: `The service answered ${status}.` };
}
