import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

const adjust = (sku: string, delta: number, key?: string) =>
  scene.post(`/api/inventory/${sku}/adjustments`, { delta, reason: 'counted' }, { as: 'operator', key });

describe('a catalogue entry', () => {
  it('is created once and replaced afterwards', async () => {
    const wanted = { name: 'Green tea', unitPrice: 890, currency: 'EUR', onHand: 10 };
    const created = await scene.put('/api/inventory/GREEN', wanted);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ sku: 'GREEN', ...wanted, reserved: 0, available: 10, version: 1 });
    expect(created.headers['etag']).toBe('"1"');
    const replaced = await scene.put('/api/inventory/GREEN', { ...wanted, unitPrice: 990, onHand: 7 });
    expect([replaced.status, replaced.body.version, replaced.body.onHand]).toEqual([200, 2, 7]);

    const read = await scene.get('/api/inventory/GREEN');
    expect(read.body).toEqual(replaced.body);
    await expectInvariants(scene);
  });

  it('tells what is left in full after a sale, which leaves its ETag as it is', async () => {
    await scene.stock('SOLD', 3);
    const { headers } = await scene.get('/api/inventory/SOLD');
    await scene.place({ items: [{ sku: 'SOLD', quantity: 2 }] }).set('Prefer', 'wait=20');
    const after = await scene.get('/api/inventory/SOLD').set('If-None-Match', headers['etag']!);
    expect([after.status, after.body.available, after.headers['etag']]).toEqual([200, 1, headers['etag']]);
    await expectInvariants(scene);
  });

  it('is changed only by whoever has read it, when they ask for that', async () => {
    await scene.stock('GUARDED', 10);
    const wanted = { name: 'GUARDED', unitPrice: 5, currency: 'EUR', onHand: 9 };
    const stale = await scene.put('/api/inventory/GUARDED', wanted).set('If-Match', '"7"');
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const fresh = await scene.put('/api/inventory/GUARDED', wanted).set('If-Match', '"1"');
    expect([fresh.status, fresh.headers['etag']]).toEqual([200, '"2"']);
    const late = await scene.put('/api/inventory/GUARDED', wanted).set('If-Match', '"1"');
    expect(late.status).toBe(412);
    const missing = await scene.put('/api/inventory/NOT-YET', wanted).set('If-Match', '"1"');
    expect(missing.status).toBe(412);
    await expectInvariants(scene);
  });

  it('keeps its version while orders come and go', async () => {
    await scene.stock('STEADY', 10);
    await scene.place({ items: [{ sku: 'STEADY', quantity: 3 }] });
    expect(await scene.shelf('STEADY')).toEqual({ onHand: 7, reserved: 0, available: 7, version: 1 });
    await expectInvariants(scene);
  });

  it('is one of a list by SKU', async () => {
    for (const sku of ['LIST-B', 'LIST-A', 'LIST-C']) await scene.stock(sku, 1);
    const seen: string[] = [];
    for (let query = '?limit=2'; ;) {
      const { status, body } = await scene.get(`/api/inventory${query}`, 'bob');
      expect(status).toBe(200);
      seen.push(...body.items.map(({ sku }: { sku: string }) => sku));
      if (body.nextCursor === null) break;
      query = `?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    expect(seen).toEqual(expect.arrayContaining(['LIST-A', 'LIST-B', 'LIST-C']));
    expect(seen).toEqual([...new Set(seen)].toSorted());
  });

  it('is missing as a problem', async () => {
    const { status, body } = await scene.get('/api/inventory/NO-SUCH');
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect((await adjust('NO-SUCH', 1)).status).toBe(404);
  });
});

describe('an adjustment', () => {
  it('counts once, however often it is sent', async () => {
    await scene.stock('COUNTED', 10);
    const first = await adjust('COUNTED', 5, 'delivery-4711');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ sku: 'COUNTED', onHand: 15, available: 15, version: 2 });
    expect(first.headers).toMatchObject({ etag: '"2"', location: '/api/inventory/COUNTED' });
    const again = await adjust('COUNTED', 5, 'delivery-4711');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    const other = await adjust('COUNTED', 6, 'delivery-4711');
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(await scene.shelf('COUNTED')).toMatchObject({ onHand: 15 });
    await expectInvariants(scene);
  });

  it('counts once among twenty that race, and every other key counts too', async () => {
    await scene.stock('RACED', 0);
    const same = Array.from({ length: 10 }, () => adjust('RACED', 1, 'the-same'));
    const others = Array.from({ length: 10 }, (_, n) => adjust('RACED', 1, `another-${n}`));
    const answers = await Promise.all([...same, ...others]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await scene.shelf('RACED')).toMatchObject({ onHand: 11, version: 12 });
    await expectInvariants(scene);
  });

  it('never takes more than there is; the refusal is stored', async () => {
    await scene.stock('SCARCE', 3);
    const refused = await adjust('SCARCE', -4, 'too-many');
    expect([refused.status, refused.body.code]).toEqual([409, 'negative_stock']);
    await adjust('SCARCE', 10);
    const again = await adjust('SCARCE', -4, 'too-many');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([refused.text, 'true']);
    expect(await scene.shelf('SCARCE')).toMatchObject({ onHand: 13 });
    await expectInvariants(scene);
  });
});
