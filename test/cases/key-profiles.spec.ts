import { openDocumentedService, operationsOf, type DocumentedService } from '../docs/documented-service.js';
import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

/** What the draft of the Idempotency-Key header answers otherwise than we do (semantics 5). */
const PROFILES = [
  { profile: 'default', reused: 409, running: 202 },
  { profile: 'ietf', reused: 422, running: 409 },
] as const;

describe.each(PROFILES)('IDEMPOTENCY_PROFILE=$profile', ({ profile, reused, running }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ env: { IDEMPOTENCY_PROFILE: profile } });
    await scene.stock('TEA', 100);
  });
  afterAll(() => scene.close());
  afterEach(() => expectInvariants(scene));

  const slow = { paymentMethod: 'pm_sandbox_delay_1000' };

  it(`a reused key is ${reused}, before and after the decision, and shows only where the first one is`, async () => {
    const first = await scene.place(slow, { key: 'reused' }).set('Prefer', 'respond-async');
    const early = await scene.place({ ...slow, note: 'another' }, { key: 'reused' });
    const decided = await scene.decision(first);
    const late = await scene.place({ note: 'another' }, { key: 'reused' });
    for (const refused of [early, late]) {
      expect([refused.status, refused.headers['content-type']]).toEqual([
        reused,
        'application/problem+json; charset=utf-8',
      ]);
      expect(refused.body).toMatchObject({
        status: reused,
        code: 'idempotency_key_reused',
        instance: first.body.pollUrl,
        retry: 'new-key',
      });
      expect(refused.text).not.toContain(decided.body.id);
    }
  });

  it(`a repetition of a request under way is ${running}; the first one and a poll are 202 as ever`, async () => {
    const settling = await holdSettling(scene);
    const first = await scene.place({}, { key: 'running' }).set('Prefer', 'respond-async');
    const again = await scene.place({}, { key: 'running' });
    const polled = await scene.get(first.body.pollUrl);
    expect([first.status, again.status, polled.status]).toEqual([202, running, 202]);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    const where = again.status === 409 ? again.body.instance : again.headers['location'];
    expect(where).toBe(first.body.pollUrl);
    if (running === 409) expect(again.body).toMatchObject({ code: 'idempotency_key_in_use', retry: 'same-key' });

    await settling.release();
    const decided = await scene.decision(first);
    const after = await scene.place({}, { key: 'running' });
    expect([after.status, after.text, after.headers['idempotent-replayed']]).toEqual([201, decided.text, 'true']);
  });

  it('a repetition that prefers to wait gets the decision', async () => {
    await scene.place(slow, { key: 'waits' }).set('Prefer', 'respond-async');
    const again = await scene.place(slow, { key: 'waits' }).set('Prefer', 'wait=20');
    expect([again.status, again.headers['preference-applied']]).toEqual([201, 'wait=20']);
  });

  it('a missing key is 400, and a refusal of the business keeps its status', async () => {
    const missing = await scene.place({}).unset('Idempotency-Key');
    expect([missing.status, missing.body.code]).toEqual([400, 'idempotency_key_missing']);
    for (const replayed of [undefined, 'true']) {
      const refused = await scene.place({ expectedTotal: 1 }, { key: 'refused' });
      expect([refused.status, refused.body.code]).toEqual([409, 'amount_mismatch']);
      expect(refused.headers['idempotent-replayed']).toBe(replayed);
    }
  });
});

describe('the documentation of a service under the profile ietf', () => {
  let service: DocumentedService;
  beforeAll(async () => void (service = await openDocumentedService({ idempotencyProfile: 'ietf' })));
  afterAll(() => service.scene.close());

  it('says what is answered at every keyed route, and no more', () => {
    const keyed = operationsOf(service.document).filter((operation) => 'x-idempotency' in operation);
    expect(keyed.length).toBeGreaterThan(0);
    for (const operation of keyed) {
      expect(operation).toMatchObject({
        'x-idempotency': { profile: 'ietf', statuses: { reused: 422, running: 409 } },
      });
      const examples = (status: number) => [`${status}`, 'content', 'application/problem+json', 'examples'];
      expect(operation.responses).toHaveProperty([...examples(422), 'idempotency_key_reused', 'value', 'status'], 422);
      expect(operation.responses).toHaveProperty([...examples(409), 'idempotency_key_in_use', 'value', 'retry']);
      expect(operation.responses).toHaveProperty([...examples(409), 'idempotency_key_expired']);
      expect(operation.responses).not.toHaveProperty([...examples(409), 'idempotency_key_reused']);
      expect(operation.responses).toHaveProperty(['409', 'headers', 'Retry-After']);
    }
  });

  it('and so does the page of problems, and the policy', async () => {
    const page = await service.text('/docs/problems');
    const section = /<h2>422 [\s\S]*/.exec(page)![0];
    expect(section).toContain('<section id="idempotency_key_reused">');
    const { body } = await service.scene.get('/api/idempotency/policy');
    expect(new Set((body as { items: { profile: string }[] }).items.map(({ profile }) => profile))).toEqual(
      new Set(['ietf']),
    );
  });
});
