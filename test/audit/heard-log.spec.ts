import { busyDay, type BusyDay } from './busy-day.js';
import { audit } from '../../src/audit/audit.js';
import { HEARD_RULES } from '../../src/audit/heard/check-heard.js';
import { Scene } from '../support/scene.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Line {
  readonly tenant: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly status: number;
  readonly body: string;
}

let scene: Scene;
let day: BusyDay;
let folder: string;
let placed: Line;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  day = await busyDay(scene);
  folder = await mkdtemp(join(tmpdir(), 'ichido-heard-'));
  const { status, text: body } = await scene.place({ items: [{ sku: 'HUNDRED', quantity: 1 }] }, { key: 'heard' });
  placed = { tenant: 'alice', method: 'POST', path: '/api/orders', key: 'heard', status, body };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await scene.close();
});

async function brokenIn(text: string): Promise<string[]> {
  const heard = join(folder, 'answers.jsonl');
  await writeFile(heard, text);
  const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
  const { rules } = await audit({ databaseUrl: scene.database.url, provider, heard });
  return rules.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

const heardBroken = (...lines: readonly Line[]): Promise<string[]> =>
  brokenIn(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

describe('the log of a client', () => {
  it('adds the rules about answers, and what it has heard holds', async () => {
    const read = await scene.get(`/api/orders/${day.kept.id}`);
    const reading = {
      tenant: 'alice',
      method: 'GET',
      path: `/api/orders/${day.kept.id}`,
      status: 200,
      body: read.text,
    };
    const waiting = { ...placed, status: 202, body: '{"status":"processing"}' };
    const reused = { ...placed, status: 409, body: '{"code":"idempotency_key_reused"}' };
    expect(await heardBroken(waiting, placed, placed, reading, reused)).toEqual([]);
    expect(HEARD_RULES.map(({ name }) => name)).toEqual(['answer.changed', 'answer.leaks']);
  });

  it('answer.changed: one key was answered in two ways, of which neither is stored any more', async () => {
    const gone = { ...placed, key: 'forgotten' };
    expect(await heardBroken(gone, { ...gone, body: placed.body.replace('"version"', ' "version"') })).toEqual([
      'answer.changed',
    ]);
  });

  it('answer.changed: the answer is not the one that is stored', async () => {
    expect(await heardBroken({ ...placed, body: ` ${placed.body}` })).toEqual(['answer.changed']);
  });

  it('knows the keys of operators: told of his own one, nothing leaks, and no other answer holds for it', async () => {
    const path = '/api/inventory/HUNDRED/adjustments';
    const counted = async (delta: number): Promise<Line> => {
      const key = 'counted';
      const { status, text: body } = await scene.post(path, { delta, reason: 'found' }, { key, as: 'operator' });
      return { tenant: 'ops', method: 'POST', path, key, status, body };
    };
    const [first, reused] = [await counted(1), await counted(2)];
    expect([first.status, reused.status]).toEqual([201, 409]);
    expect(await heardBroken(first, reused)).toEqual([]);
    expect(await heardBroken({ ...first, body: ` ${first.body}` })).toEqual(['answer.changed']);
  });

  it('answer.untrue: a 201 for an order that does not exist', async () => {
    const body = placed.body.replace(/"id":"[^"]+"/, '"id":"00000000-0000-7000-8000-000000000001"');
    expect(await heardBroken({ ...placed, key: 'forgotten', body })).toEqual(['answer.untrue']);
  });

  it('answer.leaks: an answer names the order of another tenant', async () => {
    const body = JSON.stringify({ items: [{ id: day.kept.id }] });
    expect(await heardBroken({ tenant: 'bob', method: 'GET', path: '/api/orders', status: 200, body })).toEqual([
      'answer.leaks',
    ]);
  });

  it.each([
    ['no JSON', 'hello\n', /^Line 1 of the log/],
    ['a line without a status', '\n{"tenant":"alice"}\n', /^Line 2 of the log/],
  ])('with %s is no log', async (_, text, complaint) => {
    await expect(brokenIn(text)).rejects.toThrow(complaint);
  });
});
