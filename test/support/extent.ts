/** `FAULTS=full` strikes at every point; otherwise at those behind which something different is left. */
export const FULL = process.env.FAULTS === 'full';

/** Minutes after which each part of the full run begins no further point (`FAULTS_MINUTES`); as long as it takes otherwise. */
export const FULL_MINUTES = Number(process.env.FAULTS_MINUTES ?? Infinity);
