/** An error as it may be written to a log. */
export interface LoggableError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** SQLSTATE, system or provider code. */
  readonly code?: string;
  readonly constraint?: string;
  readonly cause?: LoggableError;
}

/** Deeper causes have never explained anything the first ones did not. */
const MAX_CAUSES = 3;

/**
 * Picks what explains an error and leaves the rest: whole error objects carry statement parameters, request headers
 * and provider answers, and with them secrets (B158).
 */
export function loggableError(error: unknown, causes = MAX_CAUSES): LoggableError {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: `a ${typeof error} was thrown` };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && causes > 0 && { cause: loggableError(error.cause, causes - 1) }),
  };
}
