/**
 * How the heap of the service is limited, as in its start commands (`start` and `start:prod` in package.json), so that what
 * is measured is what its users run. Why: docs/performance.md.
 */
export const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=768'] as const;
