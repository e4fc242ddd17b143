import type { Books } from './books.js';
import type { Layer } from './layers.js';
import { table } from '../ops/table.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

/** What a run came to; with `--json` the whole output. */
export interface Report extends Books {
  readonly stories: readonly { readonly title: string; readonly outcome: readonly string[] }[];
  readonly stopped: readonly {
    readonly layer: Layer;
    readonly name: string;
    readonly repeats: string;
    readonly count: number;
  }[];
  readonly seconds: number;
}

/** What each layer has stopped, and what the books say. */
export const reportLines = ({
  stopped,
  orders,
  confirmed,
  cancelled,
  cost,
  kept,
  wrong,
  seconds,
}: Report): string[] => [
  `  → ${orders} orders, each decided once: ${confirmed} confirmed, ${cancelled} turned back.`,
  `  → The confirmed ones cost ${spelledMoney(cost, 'EUR')}; the provider has kept ${spelledMoney(kept, 'EUR')}.`,
  '',
  ...table(
    [
      { title: 'LAYER', of: ({ name }) => name },
      { title: 'STOPPED', of: ({ count }) => count },
      { title: 'OF WHAT', of: ({ repeats }) => repeats },
    ],
    stopped,
  ),
  '',
  ...wrong.map((sentence) => `WRONG: ${sentence}`),
  wrong.length === 0
    ? `Both books agree: every order was charged once or not at all, and nothing was sold twice. (${seconds} s)`
    : `The books do not agree: npm run audit tells more. (${seconds} s)`,
];
