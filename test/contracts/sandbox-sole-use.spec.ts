import { emptyDirectory, openBench } from './sandbox-harness.js';
import { startSandboxProcess, urlOf } from './sandbox-process.js';
import { until } from '../support/until.js';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>;

describe('danger: two sandboxes write one journal, each unaware of what the other charged', () => {
  let dataDir: string;
  let started: SandboxProcess[];
  beforeEach(async () => {
    dataDir = await emptyDirectory();
    started = [];
  });
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map(({ end }) => end));
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (): Promise<SandboxProcess> => {
    const one = await startSandboxProcess(dataDir);
    started.push(one);
    return one;
  };
  const running = async (): Promise<SandboxProcess> => {
    const one = await start();
    await urlOf(one.output);
    return one;
  };
  const flags = async (): Promise<string[]> => (await readdir(dataDir)).filter((name) => name.startsWith('in-use.'));
  const refusal = (pid: number | undefined): string =>
    `Another sandbox (process ${pid}) keeps its books in ${dataDir}: stop it or set SANDBOX_DATA to another folder.`;

  it('the second is refused in one line that names the first, and the first goes on', async () => {
    const first = await running();
    const second = await start();
    expect(await second.end).toEqual([1, null]);
    expect(second.output).toEqual({ stdout: '', stderr: `${refusal(first.child.pid)}\n` });
    expect((await fetch(`${await urlOf(first.output)}/_sandbox/ledger`)).status).toBe(200);
    expect(await flags()).toHaveLength(1);
  });

  it('also one that is stopped in its tracks keeps its books', async () => {
    const first = await running();
    first.child.kill('SIGSTOP');
    const second = await start();
    expect(await second.end).toEqual([1, null]);
    expect(second.output.stderr).toBe(`${refusal(first.child.pid)}\n`);
  });

  it('of several at once never two go on', async () => {
    await Promise.all([start(), start(), start()]);
    const listens = ({ output }: SandboxProcess): boolean => output.stdout.includes('http://');
    await until('each has been let in or refused', async () =>
      started.every((one) => listens(one) || one.child.exitCode !== null),
    );
    expect(started.filter(listens).length).toBeLessThanOrEqual(1);
  });

  it('after kill -9 the next one starts, and takes away what was left', async () => {
    const first = await running();
    first.child.kill('SIGKILL');
    await first.end;
    expect(await flags()).toHaveLength(1);
    const next = await running();
    expect(await flags()).toEqual([expect.stringContaining(`in-use.${next.child.pid}.`)]);
    next.child.kill('SIGTERM');
    await next.end;
    expect(await flags()).toEqual([]);
  });

  it('is misled by nobody who has the process id, or the port, of one that was killed', async () => {
    const other = createServer((visitor) => visitor.end('who is there?')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await writeFile(join(dataDir, `in-use.${process.pid}.${port}.0123456789abcdef`), '');
    await running();
    expect(await flags()).toHaveLength(1);
    other.close();
  });

  it('inside one process as well: the second start is refused until the first has closed', async () => {
    const first = await openBench({ dataDir });
    await expect(openBench({ dataDir })).rejects.toThrow(refusal(process.pid));
    await first.close();
    await (await openBench({ dataDir })).close();
  });
});
