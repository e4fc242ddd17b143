import { killIfThere } from '../support/embedded-process.js';
import { isAlive } from '#shared/database/embedded-postgres/process-life.js';
import { KeptAlive } from './kept-alive.scene.js';
import { signalGroup } from './local-start.scene.js';
import { allowWholeServers } from './patience.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';

allowWholeServers();

let local: KeptAlive;

const AGAIN = 'The service was killed (SIGKILL) and is started again.\n';

const faults = async (): Promise<{ items: unknown[]; workerKillable: boolean }> =>
  (await local.ask('GET', '/api/operations/sandbox/faults')).json() as ReturnType<typeof faults>;

const chargeIds = async (): Promise<string[]> => (await local.ledger()).charges.map(({ id }) => id);

describe('the service of a local start', () => {
  beforeAll(async () => {
    local = await KeptAlive.open();
  });
  afterAll(() => local.close());

  it('is started again on its port when it is killed, from outside or in the lab, and each time one line says so', async () => {
    const before = local.start.stderr();
    const first = await local.servicePid();
    process.kill(first!, 'SIGKILL');
    await local.untilReplaced(first);

    const second = await local.servicePid();
    expect((await local.ask('DELETE', '/api/operations/sandbox/worker')).status).toBe(204);
    await local.untilReplaced(second);

    expect((await local.place()).status).toBe(201);
    expect(local.start.stderr()).toBe(before + AGAIN + AGAIN);
    expect(local.start.stdout().match(/Ichido is running/g)).toHaveLength(1);
  });

  it('danger: killed when the money is taken, and no notice of it comes: confirmed, one charge, nothing violated', async () => {
    const killed = await local.servicePid();
    const wanted = [{ kind: 'kill-worker' }, { kind: 'webhook-never' }];
    expect((await local.ask('PUT', '/api/operations/sandbox/faults', 'operator', { items: wanted })).status).toBe(200);
    expect(await faults()).toMatchObject({ workerKillable: true, items: wanted });

    const before = await chargeIds();
    const key = randomUUID();
    await expect(local.place(key)).rejects.toThrow('fetch failed');
    const taken = await chargeIds();
    expect(taken.length).toBe(before.length + 1);
    await local.untilReplaced(killed);
    const answer = await local.place(key);
    expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ status: 'confirmed' })]);
    expect(await chargeIds()).toEqual(taken);
    expect((await faults()).items).toEqual([]);
    expect(await local.violations()).toEqual([]);
  });
});

describe('danger: what keeps the service', () => {
  beforeEach(async () => {
    local = await KeptAlive.open();
  });
  afterEach(() => local.close());

  it('starts for ever what dies whenever it is started: it is given up after the fifth time, in one line, exit code 1', async () => {
    let isOver = false;
    void local.start.ended.then(() => (isOver = true));
    await until('it is given up', async () => {
      const pid = await local.servicePid();
      if (pid !== undefined) killIfThere(pid);
      return isOver;
    });
    expect(await local.start.ended).toBe(1);
    expect(local.start.stderr()).toBe(
      `${AGAIN.repeat(4)}The service ended 5 times in a row before it had served for 10 s, and was killed (SIGKILL) in the end: find out why, then start again.\n`,
    );
  });

  it('is killed alone: the service ends as well, and the next start has its port', async () => {
    const pid = await local.servicePid();
    local.start.process.kill('SIGKILL');
    await until('the service is gone', () => !isAlive(pid!));
    await local.start.ended;

    const next = local.startAgain();
    expect(await next.running()).toBe(local.url);
    signalGroup(next, 'SIGINT');
    expect([await next.ended, next.stderr()]).toEqual([0, '']);
  });
});
