import { Door } from './support/open-door.js';
import { mishaps, notes } from './support/notes.js';
import { gate } from '../kernel/support/gate.js';
import { holdLock } from '../support/held-lock.js';
import { until } from '../support/until.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { ServiceUnavailable } from '#shared/http/service-unavailable.js';

let door: Door;
beforeAll(async () => void (door = await Door.open(notes)));
afterAll(() => door.close());
afterEach(() => void mishaps.splice(0));

const write = (route: 'all' | 'final', key: string, word = key) =>
  door.post(`/api/notes/${route}`, { word }, { key }).then((answer) => answer);

const fails = (): never => {
  throw new Error('nobody has foreseen this');
};

const timesWritten = async (word: string): Promise<number> =>
  (await door.words()).filter((written) => written === word).length;

/** Something else than its insert happens to a record that is to keep a failure. */
async function whenFailuresAreStored(happens: string, work: () => Promise<void>): Promise<void> {
  await door.rows(`
    CREATE FUNCTION public.mishap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${happens}; RETURN NEW; END $$;
    CREATE TRIGGER mishap BEFORE INSERT ON idempotency.records FOR EACH ROW WHEN (NEW.status = 500)
      EXECUTE FUNCTION public.mishap();`);
  try {
    await work();
  } finally {
    await door.rows('DROP FUNCTION public.mishap CASCADE');
  }
}

describe('an unexpected failure where it frees the key', () => {
  it('is not stored, and the same key does it then', async () => {
    mishaps.push(fails);
    const failed = await write('final', 'final');
    expect([failed.status, failed.body]).toMatchObject([500, { code: 'internal_error', retry: 'same-key' }]);
    expect(await door.records('final')).toEqual([]);
    const again = await write('final', 'final');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await timesWritten('final')).toBe(1);
  });
});

describe('an unexpected failure where it is kept', () => {
  it('is the answer from then on, byte for byte, and nothing of it was done', async () => {
    mishaps.push(fails);
    const failed = await write('all', 'kept');
    expect([failed.status, failed.body]).toMatchObject([500, { code: 'internal_error', retry: 'new-key' }]);
    expect(failed.headers).not.toHaveProperty('idempotent-replayed');
    expect(failed.body.traceId).toBe(failed.headers['x-request-id']);
    expect(failed.text).not.toContain('foreseen');
    const again = await write('all', 'kept');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([500, failed.text, 'true']);
    expect(again.headers['content-type']).toBe(failed.headers['content-type']);
    expect(await timesWritten('kept')).toBe(0);
    const other = await write('all', 'kept', 'other');
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is one of the request; what could not be served now, or was wrong with it, frees the key', async () => {
    const passing = [new ServiceUnavailable(), new DomainError('invalid', 'validation_failed', 'Not so.')];
    for (const [status, error] of [
      [503, passing[0]],
      [400, passing[1]],
    ] as const) {
      mishaps.push(() => {
        throw error!;
      });
      expect((await write('all', 'passing')).status).toBe(status);
      expect(await door.records('passing')).toEqual([]);
    }
    expect((await write('all', 'passing')).status).toBe(201);
    expect(await timesWritten('passing')).toBe(1);
  });

  it('danger: a caller is told that it is kept before it is: whoever reads new-key gets a replay', async () => {
    const lock = await holdLock(door, 'LOCK TABLE idempotency.records IN EXCLUSIVE MODE');
    mishaps.push(fails);
    let answered = false;
    const failed = write('all', 'told-early').finally(() => (answered = true));
    await lock.untilWaiting(1);
    expect(answered).toBe(false);
    await lock.release();
    expect((await failed).body.retry).toBe('new-key');
    expect((await door.records('told-early')).map(({ status }) => status)).toEqual([500]);
  });

  it('danger: the connection dies between the failure and its storing: nothing is kept, the same key tries again', async () => {
    mishaps.push(fails);
    await whenFailuresAreStored('PERFORM pg_terminate_backend(pg_backend_pid())', async () => {
      const lost = await write('all', 'lost');
      expect([lost.status, lost.body]).toMatchObject([503, { code: 'service_unavailable', retry: 'same-key' }]);
    });
    expect(await door.records('lost')).toEqual([]);
    const again = await write('all', 'lost');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await timesWritten('lost')).toBe(1);
  });

  it('danger: storing it fails for no foreseen reason either: it is tried once, and the key stays free', async () => {
    mishaps.push(fails);
    await whenFailuresAreStored(`RAISE EXCEPTION 'no room for it'`, async () => {
      const failed = await write('all', 'unstorable');
      expect([failed.status, failed.body]).toMatchObject([500, { code: 'internal_error', retry: 'same-key' }]);
    });
    expect(await door.records('unstorable')).toEqual([]);
    expect((await write('all', 'unstorable')).status).toBe(201);
  });

  it('danger: one of two at once fails while the other commits: both are answered with what was done', async () => {
    const lock = await holdLock(door, 'LOCK TABLE bench.lines IN EXCLUSIVE MODE');
    const works = write('all', 'one-fails');
    await lock.untilWaiting(1);
    mishaps.push(fails);
    const failing = write('all', 'one-fails');
    await lock.untilWaiting(2);
    await lock.release();
    const [done, repeated] = await Promise.all([works, failing]);
    expect([done.status, repeated.status, repeated.text]).toEqual([201, 201, done.text]);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(await timesWritten('one-fails')).toBe(1);
  });

  it('danger: one of two at once fails and is kept while the other still decides: nothing is done after all', async () => {
    const { opened, open } = gate();
    mishaps.push(() => opened, fails);
    const works = write('all', 'too-late');
    await until('the first one decides', async () => mishaps.length === 1);
    const failed = await write('all', 'too-late');
    open();
    const late = await works;
    expect([failed.status, late.status, late.text]).toEqual([500, 500, failed.text]);
    expect(late.headers['idempotent-replayed']).toBe('true');
    expect(await timesWritten('too-late')).toBe(0);
  });
});
