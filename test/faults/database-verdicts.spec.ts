import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 10);
});
afterEach(() => scene.close());

/** The database refuses the first commits that do this to a saga; a sequence, because a count would be rolled back. */
const refuseCommits = (times: number, sqlState: string, what: 'INSERT' | 'UPDATE'): Promise<unknown> =>
  scene.rows(`
    CREATE SEQUENCE public.commits_tried;
    CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('public.commits_tried') <= ${times} THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${sqlState}'; END IF;
        RETURN NULL;
      END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER ${what} ON saga.sagas DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION public.refuse();`);

const tried = async (): Promise<number> => {
  const [row] = await scene.rows<{ tried: string }>('SELECT last_value AS tried FROM public.commits_tried');
  return Number(row!.tried);
};

const countOf = async (table: string): Promise<number> => {
  const [row] = await scene.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return row!.count;
};

/** The tables of the first commit. */
const expectNothingWritten = async (): Promise<void> => {
  for (const table of ['idempotency.records', 'orders.orders', 'payments.payments', 'saga.sagas', 'saga.steps'])
    expect([table, await countOf(table)]).toEqual([table, 0]);
};

describe.each([
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
])('B156 %s at COMMIT', (_, sqlState) => {
  it.each([
    ['INSERT', 'accepts'],
    ['UPDATE', 'settles'],
  ] as const)(
    'on the %s that %s the order, three times: repeated inside, the provider is asked once',
    async (what, _road) => {
      await refuseCommits(3, sqlState, what);
      const { status, body } = await scene.place();
      expect([status, body.status]).toEqual([201, 'confirmed']);
      expect(await tried()).toBe(4);
      expect((await scene.booksOf(body.id)).charges).toMatchObject([{ attempts: 1 }]);
      expect(await countOf('orders.orders')).toBe(1);
      await expectInvariants(scene);
    },
  );
});

describe('the disk is full', () => {
  it('when the order is accepted: the caller hears of it, nothing is written, the same key works afterwards', async () => {
    await refuseCommits(1, '53100', 'INSERT');
    const key = randomUUID();
    const refused = await scene.place({}, { key });
    expect([refused.status, refused.body.retry]).toEqual([503, 'same-key']);
    expect(JSON.stringify(refused.body)).not.toContain('not now');
    await expectNothingWritten();
    expect((await scene.ledger()).charges).toEqual([]);

    const again = await scene.place({}, { key });
    expect([again.status, again.body.status]).toEqual([201, 'confirmed']);
    await expectInvariants(scene);
  });

  it('B157 when the order is settled: its job tries again, nothing is undone, the money is taken once', async () => {
    await refuseCommits(2, '53100', 'UPDATE');
    const { status, body } = await scene.place();
    expect([status, body.status]).toEqual([201, 'confirmed']);
    expect(await tried()).toBe(3);
    const { charges, refunds } = await scene.booksOf(body.id);
    expect(charges).toMatchObject([{ status: 'succeeded', attempts: 3 }]);
    expect(refunds).toEqual([]);
    await expectInvariants(scene);
  });
});
