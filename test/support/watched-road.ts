import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the road does with what has just come along: lets it through, or ends both halves of the connection. */
export type Verdict = 'pass' | 'cut';

/** Judges the bytes of one connection; each direction is asked in order and may take its time, which holds the rest. */
export interface Guard {
  /** Whole units, each as soon as it is judged: what is not complete yet is kept by the guard until its end comes. */
  toServer(sent: Buffer): AsyncIterable<Buffer | 'cut'>;
  toClient(answered: Buffer): AsyncIterable<Buffer | 'cut'>;
}

export interface WatchedRoad {
  readonly port: number;
  close(): Promise<void>;
}

/** A road over the loopback to the server at `target`, with a guard of its own for every connection. */
export async function openWatchedRoad(
  target: { host: string; port: number },
  guard: () => Guard,
): Promise<WatchedRoad> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.setNoDelay().on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const judge = guard();
    void pump(near, far, (sent) => judge.toServer(sent)).then(end);
    void pump(far, near, (answered) => judge.toClient(answered)).then(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Returns when the connection is over, whichever way. */
async function pump(from: Socket, to: Socket, judge: Guard['toServer']): Promise<void> {
  try {
    for await (const chunk of from) {
      for await (const passed of judge(chunk as Buffer)) {
        if (passed === 'cut' || to.destroyed) return;
        to.write(passed);
      }
    }
  } catch {
    // One of the two has hung up; the other is told by the end of its half.
  }
}
