/** An instance of the service that answers at its own address. */
export interface Served {
  readonly url: string;
  /** Every connection that commits is back in its pool, and nobody waits for one (I7). */
  isPoolIdle(): Promise<boolean>;
  close(): Promise<void>;
}
