import { chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives a directory and everything in it to that user, as root may; for anybody else it is theirs already. */
export async function chownAll(
  directory: string,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  await chown(directory, owner.uid, owner.gid);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}
