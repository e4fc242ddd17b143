import { FAULT_KINDS } from '../../lab/plan/fault-kinds.js';
import type { LabReport } from '../../lab/report/lab-report.js';
import { spawnSource } from '../support/source-process.js';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** With the start before and the audit behind it a minute and a half. */
const MINUTES = '0.9';
/** On a machine that is busy with other tests everything but the faults takes its time. */
const WITHIN_MS = 300_000;

/** Another one each time; who wants to see what it found again gives it to `npm run lab`. */
const RANDOM = randomInt(2 ** 32);

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'ichido-lab-pages-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function lab(...args: string[]): Promise<Ran> {
  const env = { DATABASE_URL: undefined };
  const child = spawnSource('../../lab/lab.main.ts', args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

describe('a run of the lab', () => {
  it.each([
    ['the fixed seed', 20_261_130],
    ['a random seed', RANDOM],
  ])(
    'with %s, %i: everything was broken, and nothing is violated',
    async (_, seed) => {
      const { code, stdout, stderr } = await lab('--minutes', MINUTES, '--seed', `${seed}`, '--json', '--out', out);
      if (code === 2) throw new Error(`the lab could not be run: ${stderr}`);
      const report = JSON.parse(stdout) as LabReport;
      expect(report.found).toEqual([]);
      expect(code).toBe(0);
      // A run that breaks nothing, or in which nobody wants anything, shows nothing.
      expect(FAULT_KINDS.filter((kind) => report.faults.byKind[kind] === 0)).toEqual([]);
      expect(report.faults.injected).toBeGreaterThan(100);
      expect(report.orders.confirmed).toBeGreaterThan(10);
      expect(report.stopped['api']).toBeGreaterThan(0);
      expect(await readFile(join(out, `${seed}.html`), 'utf8')).toContain('Nothing is violated.');
    },
    WITHIN_MS,
  );

  it('that cannot be run says so in a word, and is neither well nor violated', async () => {
    const { code, stdout, stderr } = await lab('--minutes', 'soon');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: npm run lab');
  });
});
