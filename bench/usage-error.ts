/** The arguments say nothing that can be run; the message says why, and what can be said. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Of what Node's parseArgs complains about the part that names the argument; the rest is for who writes programs. */
export const complaintOf = (error: unknown): string => `${(error as Error).message.split('. ')[0]}.`;
