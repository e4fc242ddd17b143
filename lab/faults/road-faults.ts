import type { FaultOf } from '../plan/fault-kinds.js';
import type { Instance } from '../stack/instance.js';
import type { Moment, RoadStatement } from '../../test/support/statement-guard.js';
import { isOfUnit } from '../../test/support/statement-road.js';
import type { Verdict } from '../../test/support/watched-road.js';

type DatabaseCut = FaultOf<'road to the database'>;
type ProviderCut = FaultOf<'road to the provider'>;

interface Waiting<Kind> {
  readonly kind: Kind;
  readonly happened: () => void;
}

/** Every connection of the service has a name that begins so. */
const OURS = /^ichido /;
const COMMIT = /^\s*COMMIT\s*$/i;

const FITS: Readonly<Record<DatabaseCut, (statement: RoadStatement, moment: Moment) => boolean>> = {
  'cut before a statement': (_, moment) => moment === 'before',
  'cut after a statement': ({ text }, moment) => moment === 'after' && !COMMIT.test(text),
  'reply to COMMIT lost': (statement, moment) =>
    moment === 'after' && COMMIT.test(statement.text) && isOfUnit(statement),
};

/** Waits on the two roads of one instance for whatever comes next, and ends the connection on which it came. */
export class RoadFaults {
  private readonly statements: Waiting<DatabaseCut>[] = [];
  private readonly requests: Waiting<ProviderCut>[] = [];

  constructor(private readonly instance: Instance) {
    instance.database.watch((statement, moment) => this.judgeStatement(statement, moment));
    instance.provider.watch((_, moment) => this.judgeRequest(moment));
  }

  onDatabase(kind: DatabaseCut, happened: () => void): void {
    this.statements.push({ kind, happened });
  }

  onProvider(kind: ProviderCut, happened: () => void): void {
    this.requests.push({ kind, happened });
  }

  /** From now on everything passes. */
  clear(): void {
    this.statements.length = 0;
    this.requests.length = 0;
  }

  private judgeStatement(statement: RoadStatement, moment: Moment): Verdict {
    if (this.statements.length === 0 || !this.isDriven || !OURS.test(statement.of)) return 'pass';
    return cutAtFirst(this.statements, ({ kind }) => FITS[kind](statement, moment));
  }

  private judgeRequest(moment: Moment): Verdict {
    if (!this.isDriven) return 'pass';
    return cutAtFirst(this.requests, ({ kind }) => kind === `cut ${moment} a request`);
  }

  /** A start that meets a cut is over; one that met all that have been waiting would never succeed. */
  private get isDriven(): boolean {
    return this.instance.state === 'serves';
  }
}

function cutAtFirst<Kind>(waiting: Waiting<Kind>[], fits: (fault: Waiting<Kind>) => boolean): Verdict {
  const index = waiting.findIndex(fits);
  if (index < 0) return 'pass';
  const [fault] = waiting.splice(index, 1);
  fault!.happened();
  return 'cut';
}
