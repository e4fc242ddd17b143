import { jest } from '@jest/globals';

/**
 * 120 s for each test of a file: it makes, starts, kills and recovers whole servers, which takes 2 to 5 s on a machine
 * of its own and many times as long beside other suites on two cores.
 */
export const allowWholeServers = (): void => void jest.setTimeout(120_000);
