import { readFileSync, readdirSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second (USER_HZ, proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended and were waited for. */
  readonly endedTicks: number;
}

/** Undefined when the process is gone, or where there is no /proc (only Linux has one). */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may contain anything; the numbers follow the last one.
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { pid, parent: parent!, ticks: user! + system!, endedTicks: endedUser! + endedSystem! };
  } catch {
    return undefined;
  }
}

/** Seconds of CPU that these processes have used so far; undefined where it cannot be read. */
export function cpuSeconds(pids: readonly number[]): number | undefined {
  const stats = pids.map(statOf);
  if (stats.some((stat) => stat === undefined)) return undefined;
  return stats.reduce((sum, stat) => sum + stat!.ticks, 0) / TICKS_PER_SECOND;
}

/** As `cpuSeconds`, for a process with all its children, also those that have ended. */
export function cpuSecondsOfFamily(pid: number): number | undefined {
  const head = statOf(pid);
  if (!head) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  const ticks = children.reduce((sum, child) => sum + child.ticks, head.ticks + head.endedTicks);
  return ticks / TICKS_PER_SECOND;
}

const memoryOf = (pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined => {
  try {
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )!;
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
};

const sum = (values: readonly (number | undefined)[]): number | undefined =>
  values.some((value) => value === undefined) ? undefined : values.reduce<number>((all, value) => all + value!, 0);

/** The most MB that these processes have ever held, added up; undefined where it cannot be read. */
export const peakMemoryMb = (pids: readonly number[]): number | undefined =>
  sum(pids.map((pid) => memoryOf(pid, 'VmHWM')));

/** MB that these processes hold now; undefined where it cannot be read. */
export const residentMemoryMb = (pids: readonly number[]): number | undefined =>
  sum(pids.map((pid) => memoryOf(pid, 'VmRSS')));
