import { Books } from '../books/books.js';
import { Journal } from '../books/journal.js';
import { Registrar } from '../books/registrar.js';
import { FaultBoard } from '../faults/fault.board.js';
import { Pauses } from '../faults/pauses.js';
import { Desk } from '../keys/desk.js';
import { Courier, type WebhookAddress } from '../webhooks/courier.js';

export interface ProviderOptions {
  readonly dataDir: string;
  readonly searchLagMs: number;
  readonly webhooks?: WebhookAddress;
  /** Resolves when the service that it runs beside is dead. */
  readonly killService?: () => Promise<void>;
}

/** The provider behind the HTTP server, opened from its data directory. */
export class Provider {
  readonly searchLagMs: number;
  readonly killService: (() => Promise<void>) | undefined;
  readonly books: Books;
  readonly courier: Courier;
  readonly registrar: Registrar;
  readonly faults: FaultBoard;
  readonly pauses = new Pauses();
  readonly desk: Desk;

  constructor({ dataDir, searchLagMs, webhooks, killService }: ProviderOptions) {
    this.searchLagMs = searchLagMs;
    this.killService = killService;
    this.books = new Books(new Journal(dataDir));
    this.courier = new Courier(this.books, webhooks);
    this.registrar = new Registrar(this.books, this.courier);
    this.faults = new FaultBoard(this.books);
    this.desk = new Desk(this.books, this.registrar, this.faults, this.pauses);
  }

  /** Ends what only waits; after it nothing is delivered, settled or done for a delayed request. */
  quiet(): void {
    this.pauses.close();
    this.registrar.close();
    this.courier.close();
  }
}
