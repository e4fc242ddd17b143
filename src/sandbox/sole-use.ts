import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';

/** The message is one line for the person who starts a second one. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';

  constructor(directory: string, pid: number) {
    super(
      `Another sandbox (process ${pid}) keeps its books in ${directory}: stop it or set SANDBOX_DATA to another folder.`,
    );
  }
}

/** `in-use.<process>.<port>.<word>`: all of it is in the name, so that it is there whole or not at all. */
const FLAG = /^in-use\.(\d+)\.(\d+)\.([0-9a-f]{16})$/;

/** 2 s: who is alive answers in a millisecond; who is not sure by then (a stopped process) must be taken for alive. */
const PATIENCE_MS = 2_000;

/**
 * Makes this the only sandbox of this machine in `directory`, until the returned function is called or the process ends,
 * however it ends. Rejects with `DirectoryInUse`. The flag is raised before the others are looked for, so that of two
 * starts at once never both go on. A flag counts while its word is heard at its port: what a killed sandbox has left
 * there is taken away, whoever has its process id by now.
 */
export async function claimSoleUse(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  // 64 random bits: nobody else who listens on that port one day says the same.
  const word = randomBytes(8).toString('hex');
  const door = createServer((visitor) => visitor.on('error', () => undefined).end(word)).unref();
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(0, '127.0.0.1', resolve));
  const flag = join(directory, `in-use.${process.pid}.${(door.address() as AddressInfo).port}.${word}`);
  const leave = async (): Promise<void> => {
    await rm(flag, { force: true });
    door.close();
  };
  try {
    await writeFile(flag, '', { flag: 'wx' });
    await expectNobodyElse(directory, word);
  } catch (error) {
    await leave();
    throw error;
  }
  return leave;
}

async function expectNobodyElse(directory: string, ownWord: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [, pid, port, word] = FLAG.exec(name) ?? [];
    if (word === undefined || word === ownWord) continue;
    if (isAlive(Number(pid)) && (await isSaidAt(Number(port), word))) throw new DirectoryInUse(directory, Number(pid));
    await rm(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether that word is heard at a port of this machine, or nothing at all from somebody who listens there. */
function isSaidAt(port: number, word: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = '';
    const visit = connect({ port, host: '127.0.0.1', timeout: PATIENCE_MS });
    visit
      .setEncoding('utf8')
      .on('data', (text: string) => (heard += text))
      .on('timeout', () => {
        resolve(heard === '');
        visit.destroy();
      })
      .on('error', () => resolve(false))
      .on('close', () => resolve(heard === word));
  });
}
