/** Why a local start ends. */
export type End = { readonly kind: 'asked' } | { readonly kind: 'failed'; readonly error: unknown };

/** SIGINT is Ctrl-C, SIGTERM a supervisor, SIGHUP a terminal that was closed. */
const REQUESTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves at the first request to end or at the first error that nobody caught. The handlers stay for good: a second
 * Ctrl-C (also the one that npm passes on after the terminal's own) must not kill us half-way through stopping.
 */
export const firstEnd = (): Promise<End> =>
  new Promise((resolve) => {
    for (const request of REQUESTS) process.on(request, () => resolve({ kind: 'asked' }));
    process.on('uncaughtException', (error) => resolve({ kind: 'failed', error }));
  });
