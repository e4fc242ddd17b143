import { forgetOriginal, ServerScene } from './embedded-server.scene.js';
import { type LocalStart, startProgram } from './local-start.scene.js';
import { allowWholeServers } from './patience.js';
import { scriptedService, type ScriptedService } from './scripted-service.js';
import { LAYERS } from '../../src/demo/layers.js';
import type { Report } from '../../src/demo/report.js';
import { runDemo } from '../../src/demo/run-demo.js';
import { spawnProgram } from '../support/program.js';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

allowWholeServers();

interface Played {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Types the command in this process, for a service with these variables. */
async function played(variables: Record<string, string>, ...typed: string[]): Promise<Played> {
  let [stdout, stderr] = ['', ''];
  const code = await runDemo(typed, {
    variables,
    print: (part) => void (stdout += part),
    say: (line) => void (stderr += `${line}\n`),
    isTerminal: false,
  });
  return { code, stdout, stderr };
}

describe('npm run demo beside npm start', () => {
  let scene: ServerScene;
  let start: LocalStart;
  let dataDir: string;
  let variables: Record<string, string>;
  beforeAll(async () => {
    scene = new ServerScene();
    dataDir = await scene.usedDirectory();
    start = startProgram(scene, { DATA_DIR: dataDir });
    const url = await start.running();
    const [, sandbox = ''] = /Sandbox\s+(http:\S+)/.exec(start.stdout()) ?? [];
    variables = { DATA_DIR: dataDir, PORT: new URL(url).port, SANDBOX_PORT: new URL(sandbox).port };
  });
  afterAll(async () => {
    await scene.close();
    await forgetOriginal();
  });

  const program = async (file: string, ...args: string[]): Promise<Played> => {
    const env = { ...variables, DATABASE_URL: '', LOG_LEVEL: 'error' };
    const child = scene.keep(spawnProgram(file, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env }));
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { code, stdout, stderr };
  };

  it('shows each of the five layers stopping something, and finds both books in agreement', async () => {
    const { code, stdout, stderr } = await program('demo.js', '--json');
    const { stopped, wrong, orders, confirmed, cancelled } = JSON.parse(stdout) as Report;
    expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
    expect(stopped.map(({ layer, count }) => [layer, count > 0])).toEqual(LAYERS.map(({ layer }) => [layer, true]));
    expect(stopped[0]!.count).toBeGreaterThanOrEqual(24);
    expect([cancelled, orders - confirmed]).toEqual([10, 10]);
    expect(stderr).toContain('A nervous customer (layer 1)\n');
    expect((await program('audit.js', '--json')).code).toBe(0);
  });

  it('tells a person the same in sentences, without colours where nobody sees them', async () => {
    const { code, stdout, stderr } = await played(variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^LAYER +STOPPED +OF WHAT\n1 idempotency key +\d+ /m);
    expect(stdout).toContain('25 answers of the very same bytes: one order, status 201.');
    expect(stdout).toContain('3 were sold, 9 customers were told that it is sold out');
    expect(stdout).toMatch(/^Both books agree: /m);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('demo_');
  });
});

describe('npm run demo', () => {
  let service: ScriptedService | undefined;
  afterEach(() => service?.close());

  it('with nothing running says in one line what to run', async () => {
    service = await scriptedService(() => [200, {}]);
    const { url } = service;
    await service.close();
    service = undefined;
    expect(await played({ ICHIDO_URL: url })).toEqual({
      code: 2,
      stdout: '',
      stderr: `Nothing answers at ${url}: run \`npm start\` in another terminal, then this again.\n`,
    });
  });

  it('leaves a service with a real provider alone', async () => {
    service = await scriptedService(({ path }) => (path === '/health/live' ? [200, {}] : [404, { code: 'not_found' }]));
    const given = { ICHIDO_URL: service.url, ICHIDO_OPERATOR_KEY: 'secret-0001', ICHIDO_CLIENT_KEY: 'secret-0002' };
    const { code, stderr } = await played({ ...given, DATA_DIR: join('nowhere') });
    expect([code, stderr]).toEqual([
      2,
      'This service has a real payment provider: the demo plays with play money alone.\n',
    ]);
    expect(service.got.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('does not guess what was meant', async () => {
    const { code, stderr } = await played({}, '--fast');
    expect([code, stderr]).toEqual([2, 'Usage: npm run demo [-- --json] [--url <address of the service>]\n']);
  });
});
