import { Decisions } from './decisions.js';
import { RecordStore } from './ports/record-store.port.js';
import { IdempotencyRecord } from './record.js';

/** Nothing is ever decided here. */
class NothingDecided extends RecordStore {
  find = (): Promise<undefined> => Promise.resolve(undefined);
  byId = (): Promise<undefined> => Promise.resolve(undefined);
  decidedAmong = (): Promise<string[]> => Promise.resolve([]);
  removeExpired = (): Promise<number> => Promise.resolve(0);
}

const LONG_MS = 60_000;
const recordOf = (tenant: string): IdempotencyRecord =>
  new IdempotencyRecord('record', tenant, 'orders.place', Buffer.alloc(32), 1, 'saga', new Date(), undefined);

describe('danger: the patient callers of one tenant leave no room for the others', () => {
  it('beyond five hundred of them nobody of that tenant waits; somebody else’s do, and so do theirs when there is room', async () => {
    const decisions = new Decisions(new NothingDecided());
    let waiting = 0;
    const wait = (tenant: string): Promise<unknown> => {
      waiting++;
      return decisions.wait(recordOf(tenant), LONG_MS).finally(() => waiting--);
    };
    const patient = Array.from({ length: 500 }, () => wait('alice'));
    await wait('alice');
    expect(waiting).toBe(500);
    const other = wait('bob');
    expect(waiting).toBe(501);

    decisions.wake(['record']);
    await Promise.all([...patient, other]);
    expect(waiting).toBe(0);
    const again = wait('alice');
    expect(waiting).toBe(1);
    decisions.onModuleDestroy();
    await again;
  });
});

describe('who waits', () => {
  it('is told the answer that this process has just committed, and nothing where another one did', async () => {
    const decisions = new Decisions(new NothingDecided());
    const answer = { status: 201, headers: {}, body: '{}' };
    const here = decisions.wait(recordOf('alice'), LONG_MS);
    decisions.wake(['record'], answer);
    await expect(here).resolves.toBe(answer);
    const elsewhere = decisions.wait(recordOf('alice'), LONG_MS);
    decisions.wake(['record']);
    await expect(elsewhere).resolves.toBeUndefined();
    decisions.onModuleDestroy();
  });
});
