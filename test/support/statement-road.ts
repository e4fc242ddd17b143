import { type RoadStatement, StatementGuard, type StatementWatcher } from './statement-guard.js';
import { openWatchedRoad } from './watched-road.js';

/** A road to PostgreSQL on which somebody may stand at every statement. */
export interface StatementRoad {
  /** The database by this road. */
  readonly url: string;
  /** Who judges from now on; nobody when undefined. */
  watch(watcher: StatementWatcher | undefined): void;
  close(): Promise<void>;
}

/** @param asPooler what the client is told about its session is what a pooler tells */
export async function openStatementRoad(databaseUrl: string, { asPooler = false } = {}): Promise<StatementRoad> {
  const url = new URL(databaseUrl);
  let watcher: StatementWatcher | undefined;
  const road = await openWatchedRoad(
    { host: url.hostname, port: Number(url.port) },
    () => new StatementGuard((statement, moment) => watcher?.(statement, moment) ?? 'pass', asPooler),
  );
  url.host = `127.0.0.1:${road.port}`;
  return { url: url.href, watch: (next) => (watcher = next), close: () => road.close() };
}

/** Who commits units of work: many of them at once, or one that goes alone. */
const WRITERS = new Set(['ichido group writes', 'ichido writes']);

/** A statement of a transaction that commits units of work. */
export const isOfUnit = ({ transaction }: RoadStatement): boolean => WRITERS.has(transaction?.of ?? '');

/** A statement that brings messages to their consumers; while it waits, no unit delivers any. */
export const isOfRelay = ({ of }: RoadStatement): boolean => of === 'ichido relay';
