import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const LINK = /\]\(([^)#]+)(?:#[^)]*)?\)/g;

/** Names in capitals between back-ticks in the first cell of a row. */
const VARIABLE = /`([A-Z][A-Z_]+)`/g;

const documents = async (): Promise<string[]> => [
  'README.md',
  'CONTRIBUTING.md',
  ...(await readdir('docs', { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

/** A link to a file of an example, and the code that follows it. */
const SHOWN = /\]\(\.\.\/(examples\/[^)]+)\):\n\n```ts\n(.*?)```\n/gs;

describe('the documents', () => {
  it('show examples as they are run', async () => {
    const shown = [...(await readFile('docs/idempotency.md', 'utf8')).matchAll(SHOWN)];
    expect(shown.length).toBeGreaterThan(3);
    for (const [, file = '', code] of shown)
      expect({ file, code }).toEqual({ file, code: await readFile(file, 'utf8') });
  });

  it('link to files that exist', async () => {
    const dead: string[] = [];
    let links = 0;
    for (const document of await documents()) {
      for (const [, target = ''] of (await readFile(document, 'utf8')).matchAll(LINK)) {
        if (/^https?:/.test(target)) continue;
        links++;
        await access(join(dirname(document), target)).catch(() => dead.push(`${document}: ${target}`));
      }
    }
    expect(links).toBeGreaterThan(20);
    expect(dead).toEqual([]);
  });

  it('explain every variable that is read, and none that is not', async () => {
    const readme = await readFile('README.md', 'utf8');
    const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('## Roles'));
    const explained = table.split('\n').flatMap((line) => {
      const [, first = ''] = line.split('|');
      return [...first.matchAll(VARIABLE)].map(([, name = '']) => name);
    });
    const sources = ['load-config', 'key-settings', 'payment-settings', 'trace-settings', 'database-url'].map(
      (name) => `src/shared/config/${name}.ts`,
    );
    const texts = await Promise.all(sources.map((source) => readFile(source, 'utf8')));
    const read = texts.flatMap((text) => [...text.matchAll(/env\.\w+\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name));
    expect(read.length).toBeGreaterThan(20);
    expect(explained.toSorted()).toEqual([...new Set(read)].toSorted());
  });

  it('name commands that npm knows', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    for (const document of await documents()) {
      const named = [...(await readFile(document, 'utf8')).matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
      for (const name of named) expect(Object.keys(scripts)).toContain(name);
    }
  });

  it('lead to the tests by the very command that the continuous run uses', async () => {
    expect(await readFile('README.md', 'utf8')).toContain('```sh\nnpm ci && npm test\n```');
    const run = (await readFile('.ci/run', 'utf8')).split('\n').filter((line) => line.startsWith('npm'));
    expect(run).toEqual(['npm ci && npm test']);
  });
});
