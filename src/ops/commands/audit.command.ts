import { ago } from '../age.js';
import { ENDED, type Command } from '../command.js';
import { wrapped } from '../readable.js';
import { table, type Column } from '../table.js';

interface Audit {
  readonly finishedAt: string;
  readonly violations: number;
  readonly rules: readonly { readonly name: string; readonly invariant: string; readonly violations: number }[];
  readonly found: readonly { readonly rule: string; readonly subject: string; readonly detail: string }[];
}

export const audit: Command = {
  does: 'the last nightly audit; exit code 1 when something is violated',
  options: {},
  async run(_wanted, { service, screen }) {
    const read = await service.read<Audit>('audit');
    screen.show(read, () => linesOf(read, service.now));
    return read.violations === 0 ? ENDED.well : ENDED.refused;
  },
};

const COLUMNS: readonly Column<Audit['rules'][number]>[] = [
  { title: 'RULE', of: ({ name }) => name },
  { title: 'OF', of: ({ invariant }) => invariant },
  { title: 'VIOLATIONS', of: ({ violations }) => violations },
];

const linesOf = ({ finishedAt, violations, rules, found }: Audit, now: number): string[] => [
  `Audit of ${finishedAt} (${ago(finishedAt, now)}): ${rules.length} rules, ${violations} violations`,
  ...(violations === 0
    ? []
    : table(
        COLUMNS,
        rules.filter((rule) => rule.violations > 0),
      )),
  ...found.flatMap(({ rule, subject, detail }) => wrapped(`${rule}: ${subject}: ${detail}`, '  ')),
];
