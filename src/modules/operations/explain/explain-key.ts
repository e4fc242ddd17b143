/** What of a record decides whether its answer is kept. */
export interface KeyFacts {
  readonly state: 'processing' | 'decided' | 'expired';
  readonly sagaId?: string;
  readonly status?: number;
}

/** Why the answer of a key is stored, or is not (semantics 9). */
export function explainKey({ state, sagaId, status = 0 }: KeyFacts): string {
  if (state === 'processing')
    return `No answer is stored: saga ${sagaId} has not decided, and a 202 is never an answer. Its own explain says what it waits for.`;
  const kept = `The answer ${status} is stored, ${because(status, sagaId !== undefined)}`;
  if (state === 'expired')
    return `${kept} It has expired: it is not replayed any more, and what it made is never made again.`;
  return `${kept} It is replayed, byte for byte, until it expires.`;
}

function because(status: number, hasSaga: boolean): string {
  if (status < 400) return 'because the request has done what it asked for.';
  if (status >= 500)
    return hasSaga
      ? 'because everything was undone after a failure of ours.'
      : 'because this route keeps its failures.';
  return hasSaga
    ? 'because the business said no after the request had set out; what it had done is undone.'
    : 'because the business said no; nothing was done.';
}
