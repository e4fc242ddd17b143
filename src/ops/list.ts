import { ENDED, type Command } from './command.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import type { Screen } from './screen.js';
import type { Query, Service } from './service.js';
import { table, type Column } from './table.js';
import type { Options, Wanted } from './wanted.js';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The most that the service puts on a page. */
const LONGEST_PAGE = '100';

/** A list of the service, and how a person reads it. */
interface ListOf<Item> {
  readonly does: string;
  /** Below `/api/operations`. */
  readonly path: string;
  /** Options of the command, the members of the query that they become, and what their values are. */
  readonly filters?: Readonly<Record<string, readonly [member: string, value: string]>>;
  readonly columns: (now: number) => readonly Column<Item>[];
  /** What does not fit into a column. */
  readonly note?: (item: Item) => string | undefined;
  /** What is said when there is nothing. */
  readonly none: string;
  /** The service puts all of it on one page. */
  readonly isWhole?: true;
}

/** A command that shows a list: one page of it, or all with `--all`. */
export const list = <Item>({ does, path, filters = {}, columns, note, none, isWhole }: ListOf<Item>): Command => ({
  does,
  options: {
    ...Object.fromEntries(Object.entries(filters).map(([option, [, value]]) => [option, value])),
    ...(isWhole ? {} : PAGING),
  },
  async run(wanted, { service, screen }) {
    const members = Object.entries(filters).map(([option, [member]]) => [member, wanted.text(option)]);
    const page = await pageOf<Item>(service, path, Object.fromEntries(members) as Query, wanted, screen);
    const { items, nextCursor } = page;
    screen.show(page, () => (items.length === 0 ? [none] : table(columns(service.now), items, note)));
    if (nextCursor !== null) screen.say('There are more: add --all.');
    return ENDED.well;
  },
});

const PAGING: Options = { limit: '<items of a page, up to 100>', all: true };

async function pageOf<Item>(
  service: Service,
  path: string,
  query: Query,
  wanted: Wanted,
  screen: Screen,
): Promise<Page<Item>> {
  const isAll = wanted.has('all');
  const limit = wanted.text('limit') ?? (isAll ? LONGEST_PAGE : undefined);
  const items: Item[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await service.read<Page<Item>>(path, { ...query, limit, cursor });
    if (!Array.isArray(page.items)) throw notAList(service);
    items.push(...page.items);
    if (!isAll) return page;
    if (page.nextCursor === null) return { items, nextCursor: null };
    screen.say(`${items.length} so far`);
    cursor = page.nextCursor;
  }
}

const notAList = ({ address }: Service): CouldNotAsk =>
  new CouldNotAsk(`What answers at ${address.url} is not this service: correct --url or ICHIDO_URL.`);
