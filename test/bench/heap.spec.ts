import { HEAP } from '../../bench/stack/heap.ts';
import { readFile } from 'node:fs/promises';

describe('the heap of what bench and lab measure', () => {
  it.each(['start', 'start:prod'])('is limited as `npm run %s` limits it', async (name) => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts[name]!.split(' ').filter((word) => word.startsWith('--max-'))).toEqual(HEAP);
  });
});
