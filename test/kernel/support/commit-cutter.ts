import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to the next COMMIT on its way. */
type Fate = 'its answer is lost' | 'it is lost' | 'its answer is lost and the road is closed';

export interface CommitCutter {
  /** The database by this road. */
  readonly url: string;
  /** Decides about the next COMMIT; the ones after it pass. */
  cutNext(fate: Fate): void;
  close(): Promise<void>;
}

/** The driver sends COMMIT as a simple query: the text and a zero byte. */
const COMMIT = Buffer.from('COMMIT\0');

/** A road to the database that can end in the middle of a commit. */
export async function cutCommits(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let next: Fate | undefined;

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    let answerIsLost = false;
    near.on('data', (sent) => {
      if (next !== undefined && sent.includes(COMMIT)) {
        const fate = next;
        next = undefined;
        if (fate === 'it is lost') return end();
        answerIsLost = true;
        if (fate === 'its answer is lost and the road is closed') server.close();
      }
      far.write(sent);
    });
    far.on('data', (answer) => (answerIsLost ? end() : near.write(answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutNext: (fate) => (next = fate),
    async close() {
      for (const socket of open) socket.destroy();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}
