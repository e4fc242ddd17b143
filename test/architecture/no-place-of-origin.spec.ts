import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Not ours, or made from what is. */
const NOT_KEPT = ['.git', 'node_modules', 'dist', '.data', 'coverage', 'artefacts'];

/** What ties a repository to the machine that it was written on, and works nowhere else. */
const TIES: Record<string, RegExp> = {
  'an absolute path of one machine': /(?<![\w.:/}-])\/(work|home|root|Users)\/\w/,
  'the address of a package registry': /registry[.]npmjs|registry[.]yarnpkg|:487[3]\b|"resolved": *"http/,
};

async function keptFiles(directory: string): Promise<string[]> {
  const entries = (await readdir(directory, { withFileTypes: true })).filter(({ name }) => !NOT_KEPT.includes(name));
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? keptFiles(path) : Promise.resolve(entry.isFile() ? [path] : []);
    }),
  );
  return found.flat();
}

describe('a clone of the repository', () => {
  it.each(Object.entries(TIES))('works anywhere: it never names %s', async (_, tie) => {
    const files = (await keptFiles('.')).filter((file) => !file.endsWith('.log'));
    const texts = await Promise.all(
      files.map(async (file) => ({ file, lines: (await readFile(file, 'utf8')).split('\n') })),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(
      texts.flatMap(({ file, lines }) =>
        lines.flatMap((line, at) => (tie.test(line) ? [`${file}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
      ),
    ).toEqual([]);
  });
});
