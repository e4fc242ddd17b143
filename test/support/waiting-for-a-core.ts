import { readFile } from 'node:fs/promises';

/**
 * How many times longer than on a machine of its own a process has taken since `begin`, because others had the cores:
 * its main thread's time on a core and in the queue for one, by the time on a core (Linux: proc(5), schedstat). 1 where
 * the system does not tell.
 */
export async function watchWaitingForACore(pid: number): Promise<{ factor(): Promise<number> }> {
  const read = async (): Promise<readonly [ran: number, waited: number]> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0 0');
    const [ran = 0, waited = 0] = text.split(' ').map(Number);
    return [ran, waited];
  };
  const [ranBefore, waitedBefore] = await read();
  return {
    async factor() {
      const [ran, waited] = await read();
      return ran > ranBefore ? 1 + (waited - waitedBefore) / (ran - ranBefore) : 1;
    },
  };
}
