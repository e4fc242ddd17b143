import { Door } from './support/open-door.js';
import { mishaps, notes } from './support/notes.js';
import { DomainError } from '#shared/kernel/domain-error.js';

let door: Door;
beforeAll(async () => void (door = await Door.open(notes)));
afterAll(() => door.close());
afterEach(() => void mishaps.splice(0));

const write = (word: string, key?: string) => door.post('/api/notes/optional', { word }, { key });

const timesWritten = async (word: string): Promise<number> =>
  (await door.words()).filter((written) => written === word).length;

const countRecords = async (): Promise<number> =>
  (await door.rows<{ count: number }>('SELECT count(*)::int AS count FROM idempotency.records'))[0]!.count;

describe('a route that takes requests without a key', () => {
  it('carries each of them out, stores nothing and says nothing about a key', async () => {
    const before = await countRecords();
    for (const turn of [1, 2]) {
      const answer = await write('plain').set('Prefer', 'wait=5');
      expect([answer.status, answer.body]).toEqual([201, { word: 'plain', hasKey: false }]);
      expect(answer.headers['cache-control']).toBe('no-store');
      for (const header of ['idempotency-key', 'idempotent-replayed', 'preference-applied']) {
        expect(answer.headers).not.toHaveProperty(header);
      }
      expect(await timesWritten('plain')).toBe(turn);
    }
    expect(await countRecords()).toBe(before);
  });

  it('treats one with a key as every keyed route does', async () => {
    const first = await write('keyed', 'keyed');
    const again = await write('keyed', 'keyed');
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first.headers['idempotency-key'], again.headers['idempotent-replayed']]).toEqual(['keyed', 'true']);
    expect((await write('other', 'keyed')).body.code).toBe('idempotency_key_reused');
    expect(await timesWritten('keyed')).toBe(1);
  });

  it.each(['', ' ', 'a,b', 'é'])('takes %j for a key that is wrong, not for none', async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1');
    const answer = await write('wrong', encoded);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_invalid']);
    expect(await timesWritten('wrong')).toBe(0);
  });

  it('danger: a refusal without a key leaves half of it behind: the whole unit is discarded', async () => {
    mishaps.push(() => {
      throw new DomainError('refused', 'not_today', 'Not today.');
    });
    const before = await countRecords();
    const refused = await write('refused');
    expect([refused.status, refused.body.code]).toEqual([409, 'not_today']);
    expect([await timesWritten('refused'), await countRecords()]).toEqual([0, before]);
    expect((await write('refused')).status).toBe(201);
  });

  it('checks the body as ever', async () => {
    const answer = await door.post('/api/notes/optional', { word: 5 });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
});
