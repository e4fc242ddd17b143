import { COMMANDS } from '../../src/ops/commands.js';
import { EVERYWHERE } from '../../src/ops/usage.js';
import { readFile } from 'node:fs/promises';

let runbook: string;
beforeAll(async () => {
  runbook = await readFile('docs/runbook.md', 'utf8');
});

/** A command as the runbook writes it: after `npm run ops --`, or in a cell of a table of commands. */
const written = (): string[] => {
  const shown = [...runbook.matchAll(/npm run ops -- ([a-z][^`\n)]*)/g)].map(([, line = '']) => line);
  const rows = runbook.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([a-z][^`]*)`/g)]);
  return [...shown, ...cells.map(([, line = '']) => line)];
};

describe('the runbook', () => {
  it('writes every command of npm run ops, and no other', () => {
    const named = new Set(written().map((line) => line.split(' ', 1)[0]!));
    expect([...named].toSorted()).toEqual(expect.arrayContaining(Object.keys(COMMANDS).toSorted()));
    expect([...named].filter((name) => !(name in COMMANDS) && name !== 'npm')).toEqual([]);
  });

  it('writes only options that the command has', () => {
    const unknown = written().flatMap((line) => {
      const { options } = COMMANDS[line.split(' ', 1)[0]!] ?? { options: {} };
      const known = { ...options, ...EVERYWHERE };
      return [...line.matchAll(/ --([a-z-]+)/g)]
        .filter(([, name = '']) => !(name in known))
        .map(([option]) => line + option);
    });
    expect(unknown).toEqual([]);
  });
});
