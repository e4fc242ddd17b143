import { expectNoSecret, typed, type Typed, type TypedOptions } from './typed.js';
import { KEYS } from '../support/environment.js';
import { expectInvariants } from '../support/invariants.js';
import { actsOn, confirmed, leaveLetter, paidInDoubt, untilOrderIs } from '../support/operator.js';
import { spawnProgram } from '../support/program.js';
import { intentEvent, paymentOf, told } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Starting a process and loading the program, on a machine that is busy with other tests. */
const COMMAND_MS = 60_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { OPERATOR_LIMIT: '5000' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const ops = (line: string, options?: TypedOptions): Promise<Typed> =>
  typed(scene.services[0]!.url, line.split(' '), options);

const json = async <Body>(line: string): Promise<Body> => JSON.parse((await ops(`${line} --json`)).stdout) as Body;

const NOW = '--reason tested --yes';
const widestOf = (lines: string): number => Math.max(...lines.split('\n').map(({ length }) => length));

describe('an operator who looks', () => {
  it('finds a saga by its order, its key or its reference, and is told why it stands there and what to type', async () => {
    const order = await paidInDoubt(scene, 'looked-for');
    for (const by of [`--order ${order.id}`, '--key looked-for']) {
      const { code, stdout } = await ops(`sagas ${by} --state in_doubt --tenant alice --older-than 0ms`);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^SAGA +STATE +AGE +TENANT +AT\n/)]);
      expect(stdout).toMatch(new RegExp(`^${order.sagaId}  in_doubt  \\d+ s +alice   payment\\.capture$`, 'm'));
    }
    const { stdout: all } = await ops(`saga ${order.sagaId}`);
    expect(all).toMatch(
      new RegExp(`^place-order ${order.sagaId}: in_doubt, begun .*, version \\d+\nOrder ${order.id}`),
    );
    expect(all).toMatch(new RegExp(`^${order.sagaId}:payment\\.capture  10\\.00 EUR  unknown`, 'm'));
    expect(all).toMatch(/^Jobs\nJOB +RUNS +FAILED +KEY\n\d+ +in \d+ h /m);
    expect(widestOf(all)).toBeLessThanOrEqual(100);
    const { stdout: why } = await ops(`explain ${order.sagaId}`);
    expect(why).toContain(`\nYou may:\n  npm run ops -- retry ${order.sagaId} --reason …\n`);
    expect(why).toMatch(/^Waits for: provider\nNext: in \d+ min, it turns back, /m);
    await ops(`retry ${order.sagaId} ${NOW}`);
    await untilOrderIs(scene, order.id, 'confirmed');
    expect((await ops(`sagas --reference ${order.reference}`)).stdout).toContain(`\n${order.sagaId}  completed `);
  });

  it('reads page after page, and with --json one document', async () => {
    for (const _ of [1, 2, 3]) await confirmed(scene);
    const { code, stdout, stderr } = await ops('sagas --state completed --limit 1 --all --json');
    const pages = JSON.parse(stdout) as { items: object[]; nextCursor: null };
    expect([code, pages.nextCursor]).toEqual([0, null]);
    expect(stderr).toMatch(/^1 so far\n2 so far\n/);
    expect(pages.items.length).toBeGreaterThan(2);
    expect(pages.items).toEqual((await json<typeof pages>('sagas --state completed --limit 100')).items);
    expect((await ops('sagas --limit 1')).stderr).toBe('There are more: add --all.\n');
  });

  it('inspects a key, by its text and by its record', async () => {
    await scene.place({}, { key: 'inspected' });
    const { stdout } = await ops('keys --key inspected --tenant alice --operation orders.place --state decided');
    const [, id] = /^([0-9a-f-]{36}) +decided +\d+ s +alice +orders\.place$/m.exec(stdout)!;
    expect(stdout).toMatch(/^ {2}inspected: The answer 201 is stored, because/m);
    expect((await ops(`explain ${id}`)).stdout).toMatch(
      /^Key inspected of alice for orders\.place: decided\nThe answer 201/,
    );
    const nobody = await ops(`explain ${crypto.randomUUID()}`);
    expect([nobody.code, nobody.stderr.split('\n', 1)]).toEqual([1, ['Refused: Not found (404 not_found)']]);
  });

  it('reads the outbox, the acts, the health of the instance, and that nobody has audited yet', async () => {
    expect((await ops('outbox')).stdout).toMatch(
      /^\d+ not handed out yet.*\nCONSUMER +WAITING +DEAD +OLDEST\norders\./,
    );
    const order = await confirmed(scene);
    await ops(`compensate ${order.sagaId} ${NOW}`);
    const { stdout } = await ops(`acts --order ${order.id} --actor ops --act sagas.compensate`);
    expect(stdout).toMatch(
      new RegExp(`^AGE .*\n\\d+ s +ops +sagas\\.compensate +done\n {2}saga/${order.sagaId}: tested\n$`),
    );
    await untilOrderIs(scene, order.id, 'cancelled');
    const { stdout: health } = await until('it is ready', async () => {
      const shown = await ops('health');
      return shown.code === 0 && shown;
    });
    expect(health).toMatch(/^ok: version \d.*, role all, .*\ndatabase +up +/ms);
    const { code: unaudited, stderr } = await ops('audit');
    expect([unaudited, stderr.split('\n', 1)]).toEqual([1, ['Refused: Not found (404 not_found)']]);
  });

  it('is told what the last audit has found: exit code 1 when something is violated', async () => {
    const found = [{ rule: 'stock.movements-differ', subject: 'TEA', detail: 'on hand 2, movements 1' }];
    const rules = [{ name: 'stock.movements-differ', invariant: 'I3', violations: 1 }];
    const report = { startedAt: new Date(), finishedAt: new Date(), violations: 1, checked: {}, rules, found };
    await scene.rows(`INSERT INTO operations.audits (id, violations, report) VALUES (gen_random_uuid(), 1, $1)`, [
      JSON.stringify(report),
    ]);
    const { code, stdout } = await ops('audit');
    await scene.rows('DELETE FROM operations.audits');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/1 rules, 1 violations\nRULE .*\nstock.* I3 +1\n {2}stock\.movements-differ: TEA: on hand/),
    ]);
  });
});

describe('an operator who acts at a terminal', () => {
  it('is shown what would happen and asked; nothing happens without a yes', async () => {
    const order = await paidInDoubt(scene, 'asked');
    const line = `retry ${order.sagaId} --reason tested`;
    const no = await ops(line, { answers: [''] });
    const would = `Would be done: sagas.retry of saga/${order.sagaId}\n  job ${order.sagaId}:payment.capture:resolve:1 is due at once\n`;
    expect(no).toMatchObject({ code: 1, stdout: '', stderr: `${would}Do it? (y/N) Nothing was done.\n` });
    expect(await ops(`${line} --dry-run`)).toMatchObject({ code: 0, stdout: would });
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toEqual([]);
    const yes = await ops(line, { answers: ['y'] });
    expect([yes.code, yes.stdout]).toEqual([0, would.replace('Would be done', 'Done')]);
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('danger: the saga has moved between the look and the yes: refused', async () => {
    const order = await paidInDoubt(scene, 'moved');
    // The service is faster than the person.
    const yes = async (): Promise<string> => {
      await ops(`retry ${order.sagaId} ${NOW}`);
      await untilOrderIs(scene, order.id, 'confirmed');
      return 'yes';
    };
    const { code, stderr } = await ops(`compensate ${order.sagaId} --reason tested`, { answers: [yes] });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Refused: Saga changed (409 saga_changed)\n')]);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
  });
});

describe('a press', () => {
  it('that is repeated with its key gets the first answer; under a new key it is refused: exit code 1', async () => {
    const order = await confirmed(scene);
    const line = `compensate ${order.sagaId} ${NOW}`;
    const first = await ops(line);
    const [, key] = /^Idempotency-Key: (\S+)$/m.exec(first.stderr)!;
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Done: .*\n(.*\n)* {2}refund 10\.00 EUR with key \S+\n(.*\n)*Afterwards:\n {2}stock TEA \+1/,
      ),
    ]);
    expect(await ops(`${line} --idempotency-key ${key}`)).toMatchObject({ code: 0, stdout: first.stdout });
    const again = await ops(line);
    expect([again.code, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/^Refused: Not undoable \(409 not_undoable\)\n {2}\S.*\n {2}What to do: nothing; /m);
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.booksOf(order.id)).refunds).toHaveLength(1);
  });

  it('above the limit waits for another operator', async () => {
    const order = await confirmed(scene, { items: [{ sku: 'TEA', quantity: 6 }] });
    const line = `compensate ${order.sagaId} ${NOW}`;
    const alone = await ops(line);
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringMatching(/What to do: another operator has to act/)]);
    const other = await ops(line, { variables: { ICHIDO_OPERATOR_KEY: KEYS.deputy } });
    expect(other.code).toBe(0);
    await untilOrderIs(scene, order.id, 'cancelled');
  });

  it('sets a saga aside, lets it go on, and says what the books show', async () => {
    const order = await paidInDoubt(scene, 'aside');
    expect((await ops(`quarantine ${order.sagaId} ${NOW}`)).code).toBe(0);
    expect((await ops(`explain ${order.sagaId}`)).stdout).toMatch(/\nYou may:\n {2}npm run ops -- release /);
    const { stdout } = await ops(`sagas --state needs_attention --order ${order.id}`);
    expect(stdout).toMatch(/ needs_attention .* saga_quarantined$/m);
    const books = `resolve ${order.sagaId} ${NOW}`;
    expect((await ops(`${books} --applied ${order.reference}`)).stderr).toMatch(/409 saga_quarantined/);
    expect((await ops(`release ${order.sagaId} ${NOW}`)).code).toBe(0);
    const resolved = await ops(`${books} --not-applied --evidence seen`);
    expect([resolved.code, resolved.stderr]).toEqual([
      1,
      expect.stringMatching(/409 (absence_not_proven|not_in_doubt)/),
    ]);
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('tells which order a message is about, and looks at one again', async () => {
    const order = await paidInDoubt(scene, 'unnamed');
    const unnamed = { id: order.reference, metadata: {} };
    const message = await told(scene, intentEvent('succeeded', await paymentOf(scene, order.id), unnamed));
    const { stdout } = await ops('inbox --state parked --type payment_intent.succeeded');
    expect(stdout).toMatch(new RegExp(`^${message.id}  parked +\\d+ s  payment_intent\\.succeeded\n {2}\\S`, 'm'));
    expect((await ops(`replay ${message.id} ${NOW}`)).code).toBe(0);
    const match = `match ${message.id} --order ${order.id} ${NOW}`;
    await until('it may be matched', async () => (await ops(`${match} --dry-run`)).code === 0);
    expect((await ops(match)).code).toBe(0);
    await untilOrderIs(scene, order.id, 'confirmed');
    expect((await ops(`inbox --order ${order.id}`)).stdout).toMatch(new RegExp(`^${message.id}  applied`, 'm'));
  });

  it('delivers dead letters again: one, those of one error, and all there are', async () => {
    const orders = [await confirmed(scene), await confirmed(scene), await confirmed(scene)];
    const [one, , other] = await Promise.all([
      leaveLetter(scene, orders[0]!.id, 'Error: of one kind'),
      leaveLetter(scene, orders[1]!.id, 'Error: of another kind'),
      leaveLetter(scene, orders[2]!.id, 'Error: of a third kind'),
    ]);
    const { stdout } = await ops('errors');
    expect(stdout).toMatch(/^GROUP +DEAD +BEHIND +OLDEST +CONSUMER\n/);
    const [, group] = /^([0-9a-f]{16}) +1 +0 +\d+ s +orders\.timeline\n {2}Error: of another kind$/m.exec(stdout)!;
    expect((await ops(`jobs --group ${group}`)).stdout).toMatch(/\n {2}Error: of another kind\n$/);
    expect((await ops(`redrive orders.timeline~${one} ${NOW}`)).stdout).toContain(
      `order-confirmed ${one} is delivered`,
    );
    expect((await ops(`redrive --group ${group} ${NOW}`)).stdout).toBe(
      'Redriven: 1 dead letters in 1 presses, 0 of which failed.\n',
    );
    const dry = await ops('redrive --all --reason tested --dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining(`order-confirmed ${other} is delivered`)]);
    expect((await json<{ failed: number }>(`redrive --all ${NOW}`)).failed).toBe(0);
    await until('nothing is dead', async () => (await ops('errors')).stdout === 'No dead letters.\n');
    expect(await ops(`redrive --all ${NOW}`)).toMatchObject({ code: 0, stdout: 'No dead letters.\n' });
  });

  it('makes a job due, and lets a key go', async () => {
    const [job] = await scene.rows<{ id: string }>(
      `SELECT id FROM graphile_worker.add_job('payments.resolve', $1::json, run_at => now() + interval '1 hour', job_key => 'far')`,
      [JSON.stringify({ paymentId: crypto.randomUUID(), look: 1 })],
    );
    expect((await ops('jobs --state waiting --all')).stdout).toMatch(new RegExp(`^${job!.id} .*\n {2}far$`, 'm'));
    expect((await ops(`redrive ${job!.id} ${NOW}`)).stdout).toContain('\n  job far is due at once\n');
    await scene.place({ expectedTotal: 1 }, { key: 'refused' });
    const { items } = await json<{ items: { id: string }[] }>('keys --key refused');
    expect((await ops(`release-key ${items[0]!.id} ${NOW}`)).stdout).toContain('may be used anew');
    scene.heard.letExpire('refused');
  });
});

describe('npm run ops as a process', () => {
  async function started(args: readonly string[], env: Record<string, string> = {}): Promise<Omit<Typed, 'pauses'>> {
    const child = spawnProgram('ops.js', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ICHIDO_URL: scene.services[0]!.url, ICHIDO_OPERATOR_KEY: KEYS.operator, ...env },
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close') as Promise<[Typed['code']]>,
    ]);
    expectNoSecret(stdout + stderr);
    return { code, stdout, stderr };
  }

  it(
    'prints with --json one JSON document on stdout, and everything else on stderr',
    async () => {
      const order = await confirmed(scene);
      const { code, stdout, stderr } = await started(['compensate', order.sagaId, '--reason', 'x', '--yes', '--json']);
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ outcome: 'done' })]);
      expect(stderr).toMatch(/^Idempotency-Key: \S+\n$/);
      await untilOrderIs(scene, order.id, 'cancelled');
    },
    COMMAND_MS,
  );

  it(
    'asks nobody where nobody sits: exit code 2, and nothing is done',
    async () => {
      const order = await confirmed(scene);
      const { code, stdout, stderr } = await started(['compensate', order.sagaId, '--reason', 'x']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Nobody can be asked here: add --dry-run .*\n$/);
      expect(await actsOn(scene, `saga/${order.sagaId}`)).toEqual([]);
    },
    COMMAND_MS,
  );

  it.each([
    ['a wrong key', { ICHIDO_OPERATOR_KEY: 'nobody-knows-this' }, /^The service does not know the key in ICHIDO_OP/],
    [
      'a client’s key',
      { ICHIDO_OPERATOR_KEY: KEYS.alice },
      /^The key in ICHIDO_OPERATOR_KEY is not one of an operator/,
    ],
    ['no key', { ICHIDO_OPERATOR_KEY: '', DATA_DIR: '/nowhere' }, /^No key to ask with: set ICHIDO_OPERATOR_KEY/],
    ['nobody at the address', { ICHIDO_URL: 'http://127.0.0.1:9' }, /^Nobody answers at http:\/\/127\.0\.0\.1:9 /],
  ])(
    '%s is one line on stderr: exit code 2',
    async (_, env, line) => {
      const { code, stdout, stderr } = await started(['sagas'], env);
      expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toMatch(line);
    },
    COMMAND_MS,
  );
});
