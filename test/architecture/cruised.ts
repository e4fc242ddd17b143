import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** An import that a rule forbids. */
export interface Crossing {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

interface Cruised {
  readonly summary: { readonly violations: { rule: { name: string }; from: string; to: string }[] };
}

const CRUISER = resolve('node_modules/.bin/depcruise');
const RULES = resolve('.dependency-cruiser.cjs');
/** A tree of a thousand files is about a megabyte of JSON; the default would cut it. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What the rules of this repository find in `src` and `examples` of a directory. */
export async function violationsIn(directory: string): Promise<Crossing[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CRUISER, 'src', 'examples', '--config', RULES, '--output-type', 'json'],
    { cwd: directory, maxBuffer: MAX_OUTPUT_BYTES },
  );
  const { summary } = JSON.parse(stdout) as Cruised;
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
