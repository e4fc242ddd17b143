import type { Server } from 'node:http';

/**
 * A request that expects something we do not know (`Expect: foo`) is judged as if it expected nothing. Node would answer
 * an empty 417 that is no problem document, and RFC 9110, 10.1.1 leaves that status optional.
 */
export function ignoreUnknownExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
