/** Who is measured. */
export type SystemName = 'ours' | 'ceiling' | 'naive' | 'dbos' | 'restate' | 'provider' | OurVariant;

/** Our service in other circumstances. */
export type OurVariant = 'crowded' | 'million' | 'five-million' | 'pair' | 'purging';

/** A system that runs and can be sent orders. */
export interface System {
  readonly name: SystemName;
  /** Where orders go, path and all. */
  readonly orders: string;
  /** Where orders go that are known to be repetitions. */
  readonly repeatedOrders: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  /** Its own processes, without the database and the provider. */
  readonly pids: readonly number[];
  /** Its own provider. */
  readonly sandboxPid: number;
  readonly sandboxUrl: string;
  /** Further instances of it on the same database. */
  readonly siblings?: readonly System[];
  /** Whether what it leaves is audited: it is our service, or says that it writes the same rows. */
  readonly isAudited: boolean;
  /** What it has written last, where it writes for people. */
  lastWords?(): string;
}

export const CLIENT_SECRET = 'bench-client-secret';
export const OPERATOR_SECRET = 'bench-operator-secret';
export const WEBHOOK_SECRET = 'whsec_bench';

export const CLIENT_HEADERS = { authorization: `Bearer ${CLIENT_SECRET}` };
