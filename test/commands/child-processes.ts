import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The processes that this one has started and that have not ended, by their ids. */
export async function childrenOf(pid: number): Promise<number[]> {
  const parents = process.platform === 'linux' ? await fromProc() : await fromPs();
  return parents.filter(([, parent]) => parent === pid).map(([child]) => child);
}

type Parent = readonly [child: number, parent: number];

/** `ps` is no part of a small Linux. */
async function fromProc(): Promise<Parent[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  // `pid (name) state ppid …`, and a name may have spaces and brackets (proc_pid_stat(5)).
  return read.flatMap((stat) => {
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' || state === 'Z' ? [] : [[Number.parseInt(stat, 10), Number(parent)] as const];
  });
}

async function fromPs(): Promise<Parent[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
