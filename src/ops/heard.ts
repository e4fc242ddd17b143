/** A whole answer of the service. */
export interface Heard {
  readonly status: number;
  /** Undefined when it is no JSON. */
  readonly body: unknown;
  /** Milliseconds of the service's clock, to the second. */
  readonly at: number;
  readonly retryAfterMs?: number;
  /** The service says that it has answered this before. */
  readonly isReplay: boolean;
}

/** No answer came, or half of one. */
export class Unheard extends Error {
  override readonly name = 'Unheard';

  constructor(
    /** In a few words. */
    readonly reason: string,
    /** False: nobody was there, so nothing can have been done. */
    readonly wasSent: boolean,
  ) {
    super(reason);
  }
}

/** The longest that a caller can ask the service to wait (`Prefer: wait=30`). */
const ANSWER_WITHIN_MS = 30_000;

/** Sends one request and reads the whole answer; a redirection is an answer. Throws Unheard. */
export async function hear(url: URL, request: RequestInit): Promise<Heard> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(url, { ...request, redirect: 'manual', signal });
    const text = await answer.text();
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return {
      status: answer.status,
      body: jsonOf(text),
      at: Date.parse(answer.headers.get('date') ?? '') || Date.now(),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
      isReplay: answer.headers.get('idempotent-replayed') === 'true',
    };
  } catch (error) {
    throw unheard(error as Cause);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Cause {
  readonly name?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly cause?: Cause;
  readonly errors?: readonly Cause[];
}

/** `fetch failed` says nothing; what it wraps does, and of several addresses the first one is enough. */
function unheard(error: Cause): Unheard {
  if (error.name === 'TimeoutError') return new Unheard(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`, true);
  const { code, syscall, message = 'no connection' } = error.cause?.errors?.[0] ?? error.cause ?? error;
  const neverConnected = ['connect', 'getaddrinfo'].includes(syscall ?? '') || code === 'UND_ERR_CONNECT_TIMEOUT';
  return new Unheard(syscall && code ? code : message, !neverConnected && message !== BAD_PORT);
}

/** What fetch says about ports that no browser would talk to. */
const BAD_PORT = 'bad port';
