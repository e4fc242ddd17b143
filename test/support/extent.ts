/** `FAULTS=full` strikes at every statement; otherwise at those behind which something different is left. */
export const FULL = process.env.FAULTS === 'full';
