import { METHOD, type Move, SECRET, TIMEOUT_MS } from './scripted-stripe.js';

/** A JSON answer under the request id `req_scripted`. */
export const json =
  (status: number, body: unknown): Move =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted' })
      .end(JSON.stringify(body));

/** A proxy's page that repeats what it should not. */
export const page =
  (status: number): Move =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${status}</h1> ${SECRET} ${METHOD}`);

/** An error body that repeats what it should not. */
export const error = (type: string, more: object = {}): object => ({
  error: { type, message: `about ${METHOD} with ${SECRET}`, payment_method: { id: METHOD }, ...more },
});

export const reset: Move = (_response, request) => request.socket.resetAndDestroy();
export const hangUp: Move = (_response, request) => request.socket.destroy();
export const silence: Move = () => undefined;
export const notHttp: Move = (_response, request) => request.socket.end('NOT HTTP AT ALL\r\n\r\n');

/** Headers and the beginning of a body, then a reset. */
export const cutShort: Move = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4000 });
  response.write('{"id":"pi_1",', () => request.socket.resetAndDestroy());
};

/** Every byte comes well within the time-out; the answer never ends. */
export const trickle: Move = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), TIMEOUT_MS / 10);
  request.socket.once('close', () => clearInterval(drip));
};
