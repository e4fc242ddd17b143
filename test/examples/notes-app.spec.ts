import { openNotes, type Notes } from './support/open-notes.js';
import { holdLock } from '../support/held-lock.js';

let notes: Notes;
beforeAll(async () => void (notes = await openNotes()));
afterAll(() => notes.close());

describe('another application with the door in front of its only route', () => {
  it('writes a note once and repeats the answer byte for byte', async () => {
    const first = await notes.write('buy tea', { key: 'once' });
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(first.body).toMatchObject({ author: 'ada', text: 'buy tea' });
    const again = await notes.write('buy tea', { key: 'once' });
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    for (const header of ['location', 'content-type']) expect(again.headers[header]).toBe(first.headers[header]);
    expect([again.headers['idempotency-key'], again.headers['cache-control']]).toEqual(['once', 'no-store']);
    expect(await notes.written('buy tea')).toBe(1);
  });

  it('keeps the keys of its authors apart', async () => {
    const [ada, bob] = [
      await notes.write('mine', { key: 'same' }),
      await notes.write('mine', { key: 'same', as: 'bob' }),
    ];
    expect([ada.status, bob.status]).toEqual([201, 201]);
    expect([ada.body.author, bob.body.author]).toEqual(['ada', 'bob']);
  });

  it.each<[string, number, string, string, Parameters<Notes['write']>[1], string?]>([
    ['no key', 400, 'idempotency_key_missing', 'same-key', {}],
    ['a key that is none', 400, 'idempotency_key_invalid', 'same-key', { key: 'a,b' }],
    ['a body that is not valid', 400, 'validation_failed', 'same-key', { key: 'empty' }, ''],
    ['nobody who writes', 401, 'unauthenticated', 'same-key', { key: 'anonymous', as: '' }],
  ])('refuses %s with a problem document', async (_, status, code, retry, sent, text = 'refused') => {
    const refused = await notes.write(text, sent);
    expect(refused.status).toBe(status);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(refused.body).toMatchObject({ code, retry, instance: '/notes' });
    expect(await notes.written(text)).toBe(0);
  });

  it('refuses a key that came with another text, and shows its own author alone what became of the first', async () => {
    const first = await notes.write('one', { key: 'reused' });
    const other = await notes.write('another', { key: 'reused' });
    expect([other.status, other.body.code, other.body.retry]).toEqual([409, 'idempotency_key_reused', 'new-key']);
    const found = await notes.get(other.body.instance as string);
    expect([found.status, found.text]).toEqual([201, first.text]);
    expect((await notes.get(other.body.instance as string, 'bob')).status).toBe(404);
    expect(await notes.written('another')).toBe(0);
  });

  it('publishes how it treats keys', async () => {
    const { items } = (await notes.get('/idempotency/policy')).body as { items: object[] };
    expect(items).toMatchObject([
      {
        operation: 'notes.write',
        routes: [{ method: 'POST', path: '/notes' }],
        ttlSeconds: 86_400,
        stored: ['success', 'refusal'],
        statuses: { reused: 409, running: 202 },
      },
    ]);
  });

  it('needs no more connections than it has requests', async () => {
    const lock = await holdLock(notes, 'LOCK TABLE notes IN EXCLUSIVE MODE');
    // A pool of TypeORM has ten connections unless told otherwise, and each of these requests holds one.
    const many = Array.from({ length: 10 }, (_, n) => notes.write('crowded', { key: `crowded-${n}` }));
    await lock.untilWaiting(10);
    await lock.release();
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  });
});

describe('danger: two of one key at once', () => {
  it('both have written when the first one commits: one note stays, and both are answered with it', async () => {
    const lock = await holdLock(notes, 'LOCK TABLE idempotency.records IN EXCLUSIVE MODE');
    const both = [0, 1].map(() => notes.write('at once', { key: 'at-once' }));
    await lock.untilWaiting(2);
    await lock.release();
    const [one, two] = await Promise.all(both);
    expect([one!.status, two!.status, two!.text]).toEqual([201, 201, one!.text]);
    expect([one, two].filter((answer) => answer!.headers['idempotent-replayed'] === 'true')).toHaveLength(1);
    expect(await notes.written('at once')).toBe(1);
  });

  it('the second meets what the first has made: it is answered with that, not with the violation', async () => {
    await notes.rows(`CREATE UNIQUE INDEX one_of_a_kind ON notes (text) WHERE text = 'unique'`);
    const lock = await holdLock(notes, 'LOCK TABLE idempotency.records IN EXCLUSIVE MODE');
    const both = [0, 1].map(() => notes.write('unique', { key: 'unique' }));
    await lock.untilWaiting(2);
    await lock.release();
    const [one, two] = await Promise.all(both);
    expect([one!.status, two!.status, two!.text]).toEqual([201, 201, one!.text]);
  });
});

describe('danger: the end comes between the effect and its commit', () => {
  it('the connection dies: nothing is left, and the same key does it', async () => {
    await notes.whenKeysAreClaimed('PERFORM pg_terminate_backend(pg_backend_pid())', async () => {
      const lost = await notes.write('cut off', { key: 'cut-off' });
      expect([lost.status, lost.body]).toMatchObject([503, { code: 'service_unavailable', retry: 'same-key' }]);
    });
    expect([await notes.written('cut off'), await notes.records('cut-off')]).toEqual([0, 0]);
    const again = await notes.write('cut off', { key: 'cut-off' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await notes.written('cut off')).toBe(1);
  });

  it('an error that nobody foresaw: nothing is left, and the same key does it', async () => {
    await notes.whenKeysAreClaimed(`RAISE EXCEPTION 'no room for it'`, async () => {
      const failed = await notes.write('failed', { key: 'failed' });
      expect([failed.status, failed.body]).toMatchObject([500, { code: 'internal_error', retry: 'same-key' }]);
      expect(failed.text).not.toContain('room');
    });
    expect([await notes.written('failed'), await notes.records('failed')]).toEqual([0, 0]);
    expect((await notes.write('failed', { key: 'failed' })).status).toBe(201);
  });

  it('a serialization failure: the caller hears nothing of it, and one note is written', async () => {
    await notes.rows('CREATE SEQUENCE public.tries');
    const twice = `IF nextval('public.tries') < 3 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF`;
    await notes.whenKeysAreClaimed(twice, async () => {
      expect((await notes.write('in the end', { key: 'serial' })).status).toBe(201);
    });
    expect(await notes.written('in the end')).toBe(1);
    expect(await notes.rows('SELECT last_value::int FROM public.tries')).toEqual([{ last_value: 3 }]);
  });
});
