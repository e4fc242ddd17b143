import { scriptedService, type Got, type Says, type ScriptedService } from './scripted-service.js';
import { typed, type Typed, type TypedOptions } from './typed.js';

let service: ScriptedService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const SAGA = '019a7c1e-58f2-7a64-9c1d-2b3a4f5e6d7c';
const RETRY = ['retry', SAGA, '--reason', 'as tested', '--yes'];
const DONE = { act: 'sagas.retry', target: `saga/${SAGA}`, outcome: 'done', effects: ['job x is due'], afterwards: [] };
const BUSY: Says = [503, problem(503, 'service_unavailable'), { 'Retry-After': '2' }];

function problem(status: number, code: string, more: object = {}): object {
  return { type: 'x', title: 'No', status, detail: `It is ${code}.`, code, instance: '/x', traceId: 'abc123', ...more };
}

async function typedAt(
  answer: (got: Got, nth: number) => Says,
  args: readonly string[],
  options?: TypedOptions,
): Promise<Typed> {
  service = await scriptedService(answer);
  return typed(service.url, args, options);
}

const keysOf = (): (string | undefined)[] => service!.got.map(({ key }) => key);

describe('danger: the answer to a press is lost, and the press is made twice', () => {
  it('is sent again by itself under its own key, which is printed', async () => {
    const { code, stdout, stderr } = await typedAt((_, nth) => (nth < 3 ? 'nothing' : [200, DONE]), RETRY);
    expect(code).toBe(0);
    expect(stdout).toBe(`Done: sagas.retry of saga/${SAGA}\n  job x is due\n`);
    const [key] = keysOf();
    expect(keysOf()).toEqual([key, key, key]);
    expect(stderr).toContain(`Idempotency-Key: ${key}\n`);
  });

  it('when nobody answers at all, one line says with which key to find out', async () => {
    const { code, stdout, stderr } = await typedAt(() => 'nothing', [...RETRY, '--json']);
    expect([code, stdout, service!.got.length]).toEqual([2, '', 4]);
    const line = stderr.trim().split('\n').at(-1);
    expect(line?.replace(/ \(.+?\)/, '')).toBe(
      `No answer from ${service!.url}. Whether it was done is not known: send it again with --idempotency-key ${keysOf()[0]}.`,
    );
  });

  it.each([502, 504])('a proxy that has lost it (%i) is no answer: it is sent again under its key', async (status) => {
    const { code } = await typedAt((_, nth) => (nth === 1 ? [status, {}] : [200, DONE]), RETRY);
    expect([code, keysOf().length, new Set(keysOf()).size]).toEqual([0, 2, 1]);
    await service!.close();
    const { code: unknown, stderr } = await typedAt(() => [status, {}], RETRY);
    expect(unknown).toBe(2);
    expect(stderr).toContain(`Whether it was done is not known: send it again with --idempotency-key ${keysOf()[0]}.`);
  });

  it('a press that is repeated by a person has the given key and the same content', async () => {
    const repeated = ['compensate', SAGA, '--reason', 'as tested', '--yes', '--saga-version', '3'];
    await typedAt(() => [200, DONE], [...repeated, '--idempotency-key', 'of-before']);
    expect(service!.got).toEqual([
      expect.objectContaining({ key: 'of-before', body: { reason: 'as tested', sagaVersion: 3 } }),
    ]);
  });
});

describe('a service that has no time', () => {
  it('is asked again with the same key when its Retry-After is over', async () => {
    const { code, pauses } = await typedAt((_, nth) => (nth === 1 ? BUSY : [200, DONE]), RETRY);
    expect([code, pauses, new Set(keysOf()).size]).toEqual([0, [2_000], 1]);
  });

  it('is given up after three repetitions', async () => {
    const { code, stderr, pauses } = await typedAt(() => BUSY, RETRY);
    expect([code, pauses]).toEqual([2, [2_000, 2_000, 2_000]]);
    expect(stderr).toMatch(/The service cannot answer \(503 service_unavailable\): try again later\./);
  });

  it('is not waited for longer than a minute', async () => {
    const { code, pauses } = await typedAt(
      () => [429, problem(429, 'rate_limited'), { 'Retry-After': '61' }],
      ['acts'],
    );
    expect([code, pauses]).toEqual([2, []]);
  });
});

describe('a press that is not decided at once', () => {
  const pollUrl = `/api/idempotency/${SAGA}`;
  const waits: Says = [202, { status: 'processing', pollUrl }, { 'Retry-After': '1' }];

  it('is followed until it is', async () => {
    const { code, stdout } = await typedAt((_, nth) => (nth < 4 ? waits : [200, DONE]), RETRY);
    expect([code, stdout.split('\n', 1)]).toEqual([0, [`Done: sagas.retry of saga/${SAGA}`]]);
    expect(service!.got.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /api/operations/sagas/${SAGA}/retry`,
      ...Array.from({ length: 3 }, () => `GET ${pollUrl}`),
    ]);
  });

  it('is given up after a minute, with the key for later', async () => {
    const { code, stderr, pauses } = await typedAt(() => waits, RETRY);
    expect([code, pauses.length]).toEqual([2, 60]);
    expect(stderr).toContain(`send the same again later, with --idempotency-key ${keysOf()[0]}.`);
  });

  it('danger: a stranger sends the key elsewhere: it goes nowhere but to the service', async () => {
    const away: Says = [202, { pollUrl: '@evil.example/x' }];
    const { code } = await typedAt(() => away, RETRY);
    expect([code, service!.got.length]).toEqual([2, 1]);
  });
});

describe('a refusal', () => {
  const refusal = problem(409, 'saga_changed', { retry: 'new-key', errors: [{ pointer: '/x', detail: 'is wrong' }] });

  it('is told with its title, why, and what to do: exit code 1', async () => {
    const { code, stdout, stderr } = await typedAt(() => [409, refusal], RETRY);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').slice(1)).toEqual([
      'Refused: No (409 saga_changed)',
      '  It is saga_changed.',
      '  /x: is wrong',
      '  What to do: look again and decide anew; what is sent then has to have a new key, as it has by itself.',
      `  More about it: ${service!.url}/docs/problems#saga_changed`,
      '',
    ]);
  });

  it('is with --json the problem that the service answered, and nothing else on stdout', async () => {
    const { code, stdout } = await typedAt(() => [409, refusal], [...RETRY, '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([1, refusal]);
  });
});

describe('what cannot be asked is one line that says what to do, and nothing on stdout: exit code 2', () => {
  it.each<[string, Says, string[], RegExp]>([
    ['a page of somebody else', [200, '<html>'], ['acts'], /^What answers at \S+ is not this service \(status 200\)/],
    ['a list of somebody else', [200, { rows: [] }], ['acts'], /^What answers at \S+ is not this service/],
    ['a redirection', [301, '', { Location: 'http://127.0.0.1:1/' }], ['acts'], /is not this service \(status 301\)/],
    ['a key that nobody knows', [401, problem(401, 'unauthenticated')], ['acts'], /the key in ICHIDO_OPERATOR_KEY/],
    ['a client’s key', [403, problem(403, 'role_forbidden')], ['acts'], /is not one of an operator/],
    ['a service without this lever', [404, problem(404, 'route_not_found')], ['health'], /has no such lever/],
    ['a failure inside', [500, problem(500, 'internal_error')], ['acts'], /\(500 internal_error\).* under abc123\.$/],
  ])('%s', async (_, says, args, line) => {
    const { code, stdout, stderr } = await typedAt(() => says, args);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr.trim()).toMatch(line);
  });

  it.each<[string, string[], RegExp]>([
    ['no command', [], /^Say what to do\./],
    ['an unknown command', ['undo'], /^There is no command undo\./],
    ['the name of something that every object has', ['constructor'], /^There is no command constructor\./],
    ['an option before the command', ['--json', 'acts'], /^The command comes first\./],
    ['an unknown option', ['acts', '--force'], /^Unknown option '--force'\. Usage: npm run ops -- acts /],
    ['no id', ['saga'], /^Something is missing\. Usage: npm run ops -- saga <saga id> /],
    ['an id that leads elsewhere', ['saga', '..'], /^That is no id/],
    ['two ids', ['saga', 'a', 'b'], /^One word too many: b\. Usage/],
    ['an act without its reason', ['retry', SAGA, '--yes'], /^--reason is missing/],
    ['an act where nobody can be asked', ['retry', SAGA, '--reason', 'x'], /^Nobody can be asked here: add --dry-run/],
    [
      'a resolve that says nothing',
      ['resolve', SAGA, '--reason', 'x', '--yes'],
      /either --applied <reference> or --not/,
    ],
    ['a match without an order', ['match', SAGA, '--reason', 'x', '--yes'], /^--order is missing/],
    ['a redrive of nothing', ['redrive', '--reason', 'x', '--yes'], /either a job id, or --group <group>, or --all/],
    ['a redrive of two things', ['redrive', '1', '--all', '--reason', 'x', '--yes'], /^Say what to redrive/],
    ['a key that no header can carry', [...RETRY, '--idempotency-key', 'a b'], /^--idempotency-key must be/],
    ['a version that is none', ['compensate', SAGA, '--reason', 'x', '--saga-version', 'a'], /^--saga-version must/],
    ['an address that is none', ['acts', '--url', 'example.com'], /^The address of the service must be/],
    ['an address with a secret', ['acts', '--url', 'http://me:hush@127.0.0.1'], /^The address of the service must be/],
  ])('%s: nothing is sent', async (_, args, line) => {
    const { code, stdout, stderr } = await typedAt(() => [200, DONE], args);
    expect([code, stdout, stderr.trim().split('\n').length, service!.got]).toEqual([2, '', 1, []]);
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain('hush');
  });
});

describe('redriving many', () => {
  const groups = [
    { group: 'a'.repeat(16), consumer: 'c', error: 'Error: one', count: 501 },
    { group: 'b'.repeat(16), consumer: 'c', error: 'Error: two', count: 1 },
    { group: 'c'.repeat(16), consumer: 'c', error: 'Error: three', count: 2 },
  ];
  const many = (got: Got): Says => {
    if (got.method === 'GET') return [200, { items: groups, nextCursor: null }];
    if (got.body['group'] === groups[1]!.group) return [409, problem(409, 'saga_changed')];
    return [200, { ...DONE, effects: ['one', 'two'] }];
  };
  const ALL = ['redrive', '--all', '--reason', 'mended', '--yes'];

  it('goes error by error and page by page under a key each; one that fails does not stop the rest', async () => {
    const { code, stdout, stderr } = await typedAt(many, [...ALL, '--idempotency-key', 'k']);
    const [a, b, c] = groups.map(({ group }) => group);
    expect(keysOf().slice(1)).toEqual([`k.${a}.0`, `k.${a}.1`, `k.${b}.0`, `k.${c}.0`]);
    expect(stderr).toContain(`3 of 4: ${b}: It is saga_changed.\n4 of 4: ${c}: 2 dead letters\n`);
    expect(stdout).toBe(
      `Redriven: 6 dead letters in 4 presses, 1 of which failed.\n  ${b} under k.${b}.0: It is saga_changed.\n`,
    );
    expect(code).toBe(1);
  });

  it('shows a person what it would do before it asks', async () => {
    const { code, stderr } = await typedAt(many, ['redrive', '--group', groups[2]!.group, '--reason', 'mended'], {
      answers: ['n'],
    });
    expect([code, service!.got.map(({ body }) => body['dryRun'])]).toEqual([1, [undefined, true]]);
    expect(stderr).toMatch(/\n {2}one\n {2}two\nWould be redriven: 2.*\nDo it\? \(y\/N\) Nothing was done\.\n$/s);
  });

  it('repeated under its key it does not count what it did before, and does what was left', async () => {
    const [first] = groups;
    const before = `k.${first!.group}.0`;
    const repeated = (got: Got): Says => {
      if (got.method === 'GET') return [200, { items: [{ ...first, count: 2 }], nextCursor: null }];
      const isBefore = got.key === before;
      return [200, { ...DONE, effects: ['one', 'two'] }, isBefore ? { 'Idempotent-Replayed': 'true' } : {}];
    };
    const { code, stdout } = await typedAt(repeated, [...ALL, '--idempotency-key', 'k']);
    expect(keysOf().slice(1)).toEqual([before, `k.${first!.group}.1`]);
    expect([code, stdout]).toEqual([0, 'Redriven: 2 dead letters in 2 presses, 0 of which failed.\n']);
  });

  it('that somebody else was faster is no failure', async () => {
    const faster = (got: Got): Says => (got.method === 'GET' ? many(got) : [409, problem(409, 'not_dead')]);
    const { code, stdout } = await typedAt(faster, [...ALL, '--json']);
    expect([code, (JSON.parse(stdout) as { failed: number }).failed]).toEqual([0, 0]);
  });
});
