import type { Guard, Verdict } from './watched-road.js';
import { textsOf, type WireMessage, WireMessages } from './wire-messages.js';

/** A statement on its way: before the server has it, or after the server's answer and before the client has that. */
export type Moment = 'before' | 'after';

/** A transaction as the road sees it. */
export interface RoadTransaction {
  /** The application name of its connection. */
  readonly of: string;
  /** What it has said so far; the first is its BEGIN. */
  readonly statements: string[];
}

export interface RoadStatement {
  readonly text: string;
  /** The name under which its session keeps it prepared; empty when it does not. */
  readonly name: string;
  /** The application name of its connection. */
  readonly of: string;
  /** Undefined for a statement that stands alone. */
  readonly transaction?: RoadTransaction;
  /** Which of its transaction it is, from 0; others may be behind it when its answer comes. */
  readonly nth: number;
}

/** No process has this number. */
const NO_SESSION = 0;

export type StatementWatcher = (statement: RoadStatement, moment: Moment) => Verdict | Promise<Verdict>;

/**
 * Follows one client of PostgreSQL from statement to statement: a simple query, or everything up to a Sync. Several may
 * be under way, since they are answered in the order in which they were sent.
 */
export class StatementGuard implements Guard {
  private readonly fromClient = new WireMessages(true);
  private readonly fromServer = new WireMessages(false);
  private readonly prepared = new Map<string, string>();
  private application = '';
  private unsent: Buffer[] = [];
  private unanswered: Buffer[] = [];
  private said = { text: '', name: '' };
  private readonly underWay: RoadStatement[] = [];
  private transaction?: RoadTransaction;

  /** @param asPooler names another session to the client than the one that answers it, as a pooler does */
  constructor(
    private readonly watch: StatementWatcher,
    private readonly asPooler = false,
  ) {}

  async *toServer(sent: Buffer): AsyncGenerator<Buffer | 'cut'> {
    for (const message of this.fromClient.read(sent)) {
      this.unsent.push(message.raw);
      this.hear(message);
      if (message.type === 'Q' || message.type === 'S') {
        const statement = this.begun(this.said);
        this.underWay.push(statement);
        if ((await this.watch(statement, 'before')) === 'cut') {
          yield 'cut';
          return;
        }
      }
      if (!'PBDEC'.includes(message.type) || message.type === '') yield Buffer.concat(this.unsent.splice(0));
    }
  }

  async *toClient(answered: Buffer): AsyncGenerator<Buffer | 'cut'> {
    for (const { type, body, raw } of this.fromServer.read(answered)) {
      // BackendKeyData begins with the number of the session.
      if (type === 'K' && this.asPooler) body.writeInt32BE(NO_SESSION);
      this.unanswered.push(raw);
      const statement = type === 'Z' ? this.underWay.shift() : undefined;
      if (statement) {
        if (body.toString('latin1') === 'I') this.transaction = undefined;
        if ((await this.watch(statement, 'after')) === 'cut') {
          yield 'cut';
          return;
        }
      }
      // An answer is held back to its end; what comes unasked (log-in, notifications) is not.
      if (statement || this.underWay.length === 0) yield Buffer.concat(this.unanswered.splice(0));
    }
  }

  private hear({ type, body }: WireMessage): void {
    const [first = '', second = ''] = textsOf(body);
    if (type === '') this.application = applicationNameOf(body);
    if (type === 'Q') this.said = { text: first, name: '' };
    if (type === 'P') this.prepared.set(first, second);
    // A bind names its portal, then the statement that was prepared before.
    if (type === 'B') this.said = { text: this.prepared.get(second) ?? '', name: second };
  }

  private begun({ text, name }: { text: string; name: string }): RoadStatement {
    if (!this.transaction && /^\s*BEGIN\b/i.test(text)) this.transaction = { of: this.application, statements: [] };
    const nth = (this.transaction?.statements.push(text) ?? 1) - 1;
    return { text, name, of: this.application, transaction: this.transaction, nth };
  }
}

/** The start-up message is a version and then names and values in turn. */
function applicationNameOf(body: Buffer): string {
  const words = textsOf(body.subarray(4));
  return words[words.indexOf('application_name') + 1] ?? '';
}
