import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A road to a server that can be closed and opened again, as an outage looks from the one who drives on it. */
export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Of every connection the other end vanishes without a word; new ones are well. */
  vanish(): void;
  /** Takes connections again, on the same port. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Below the ports that systems hand out: while the road is closed nobody else is given its port. */
const portOfNobody = (): number => randomInt(20_000, 32_000);

/** Starts a proxy on a free port of the loopback; every connection goes on to `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const host = '127.0.0.1';
  const open = new Set<Socket>();
  const remember = (socket: Socket): Socket => {
    open.add(socket);
    return socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const listen = async (wanted: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = remember(connect(target));
      remember(near).pipe(far).pipe(near);
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
    });
    server.listen(wanted, host);
    await once(server, 'listening');
    return server;
  };

  let port = portOfNobody();
  const opened = async (): Promise<Server> => {
    for (;;) {
      try {
        return await listen(port);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        port = portOfNobody();
      }
    }
  };
  let server: Server | undefined = await opened();
  const cut = async (): Promise<void> => {
    const closed = server && once(server, 'close');
    server?.close();
    server = undefined;
    for (const socket of open) socket.destroy();
    await closed;
  };
  const vanish = (): void => {
    for (const socket of open) socket.unpipe().pause();
  };
  return { host, port, cut, vanish, mend: async () => void (server ??= await listen(port)), close: cut };
}
