import { FrontDoor } from '../../lab/clients/front-door.js';
import { HeardLog } from '../../lab/clients/heard-log.js';
import { Tally } from '../../lab/clients/tally.js';
import { Chance } from '../../lab/plan/chance.js';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('what clients have heard', () => {
  it('is written down byte for byte, but for what operators may see of everybody', async () => {
    const server = createServer((_, outgoing) => outgoing.writeHead(201).end('{"id":"é"}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'ichido-lab-heard-'));
    try {
      const heard = new HeardLog(join(folder, 'heard.jsonl'));
      const door = new FrontDoor(
        () => [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
        heard,
        new Tally(),
      );
      const chance = new Chance(1, 'doors');
      await door.send({ as: 'alice', path: '/api/orders', key: 'k', body: { note: 'ü' } }, chance);
      await door.get('operator', '/api/operations/sagas', chance);
      await heard.close();
      const lines = (await readFile(heard.file, 'utf8')).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        {
          tenant: 'alice',
          method: 'POST',
          path: '/api/orders',
          key: 'k',
          sent: '{"note":"ü"}',
          status: 201,
          body: '{"id":"é"}',
        },
      ]);
      expect(door.tally).toMatchObject({ asked: 2, lost: 0, statuses: { 201: 2 } });
    } finally {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
