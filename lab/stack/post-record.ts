/** What became of the deliveries of webhooks, as it is reported. */
export interface PostFigures {
  readonly statuses: Readonly<Record<string, number>>;
  readonly unanswered: number;
  readonly givenUp: number;
}

/** What became of the webhooks of a run at the endpoint that takes them. */
export class PostRecord {
  /** Answers by status. */
  readonly statuses: Record<string, number> = {};
  /** Deliveries to which no answer came, or that found nobody there. */
  unanswered = 0;
  /** Letters that nobody took in any of their attempts. */
  givenUp = 0;
  /** Of those, all of whose attempts began when nothing was broken any more and everybody served. */
  givenUpInPeace = 0;
  private readonly words = new Map<number, string>();

  answered(status: number, text: string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (!this.words.has(status)) this.words.set(status, text);
  }

  gaveUp(inPeace: boolean): void {
    this.givenUp++;
    if (inPeace) this.givenUpInPeace++;
  }

  get figures(): PostFigures {
    const { statuses, unanswered, givenUp } = this;
    return { statuses, unanswered, givenUp };
  }

  /** Deliveries that were acknowledged. */
  get taken(): number {
    return Object.entries(this.statuses).reduce(
      (sum, [status, count]) => sum + (isTaken(Number(status)) ? count : 0),
      0,
    );
  }

  /** Whether anything was carried to the endpoint at all. */
  get wasUsed(): boolean {
    return this.unanswered > 0 || Object.keys(this.statuses).length > 0;
  }

  /**
   * Answers that a provider who signs in time must never get. 503: it could not be stored (the message door); 429 is
   * nobody's fault either: both are sent again.
   */
  get odd(): readonly { readonly status: number; readonly count: number; readonly words: string }[] {
    return [...this.words]
      .filter(([status]) => !isTaken(status) && status !== 503 && status !== 429)
      .map(([status, words]) => ({ status, count: this.statuses[status]!, words }));
  }
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;
