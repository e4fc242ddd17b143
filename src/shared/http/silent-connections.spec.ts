import { endSilentConnections } from './silent-connections.js';
import Fastify from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Far below the minute that Node gives such a connection, and enough for a machine that is busy. */
const SOON_MS = 20_000;

describe('danger: a connection that asks for nothing holds up the end of the server', () => {
  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket.resume();
  };

  it(
    'is ended with it, while a request that is under way is answered',
    async () => {
      const fastify = Fastify();
      endSilentConnections(fastify);
      const arrived = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<string>();
      fastify.get('/slow', () => {
        arrived.resolve();
        return answer.promise;
      });
      await fastify.listen({ port: 0, host: '127.0.0.1' });
      const { port } = fastify.server.address() as AddressInfo;

      const accepted = once(fastify.server, 'connection');
      const silent = await open(port);
      await accepted;
      const running = once(get({ port, path: '/slow', agent: false }), 'response');
      await arrived.promise;

      const end = fastify.close();
      await once(silent, 'close');
      answer.resolve('here you are');
      const [answered] = (await running) as [IncomingMessage];
      expect(await text(answered)).toBe('here you are');
      await end;
    },
    SOON_MS,
  );
});
