import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from './entry.js';
import { Journal } from './journal.js';

describe('the journal', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ichido-journal-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const readAll = (): Entry[] => {
    const journal = new Journal(dataDir);
    try {
      return [...journal.read()];
    } finally {
      journal.close();
    }
  };

  it('gives back every entry in order, also when lines and letters cross the blocks it is read in', () => {
    const journal = new Journal(dataDir);
    const written = Array.from({ length: 700 }, (_, index) => ({ asked: `${index}-${'é'.repeat(index * 7)}` }));
    for (const entry of written) journal.append(entry);
    journal.close();
    expect(readAll()).toEqual(written);
  });

  it('gives back a line that is longer than a block', () => {
    const journal = new Journal(dataDir);
    const written = [{ asked: 'x'.repeat(3_000_000) }, { asked: 'y' }];
    for (const entry of written) journal.append(entry);
    journal.close();
    expect(readAll()).toEqual(written);
  });

  it('has an entry on file before append returns', async () => {
    const journal = new Journal(dataDir);
    journal.append({ asked: 'k' });
    expect((await stat(join(dataDir, 'journal.ndjson'))).size).toBe('{"asked":"k"}\n'.length);
    journal.close();
  });

  it('refuses to write after it was closed', () => {
    const journal = new Journal(dataDir);
    journal.close();
    expect(() => journal.append({ asked: 'k' })).toThrow('closed');
  });
});
