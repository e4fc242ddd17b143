/** What became of a message: `received` and `parked` are still open, the others are decided. */
export type InboxStatus = 'received' | 'applied' | 'ignored' | 'parked' | 'quarantined';

/** Who sent it, for whom, and the sender's own id of it: together they name one message for ever. */
export interface MessageIdentity {
  readonly provider: string;
  /** `''` when the message names none. */
  readonly account: string;
  readonly eventId: string;
}

/** A message whose origin is proved, as it came in. */
export interface IncomingMessage extends MessageIdentity {
  readonly type: string;
  /** Hash of what two deliveries of one message must agree on. */
  readonly meaning: Buffer;
  /** The bytes that were sent, or what of them may be kept. */
  readonly raw: Buffer;
  /** The kind of job that applies it, given its `messageId`; absent when nobody here acts on this type. */
  readonly appliedBy?: string;
}

/** A message as the inbox keeps it. */
export interface InboxMessage extends MessageIdentity {
  readonly id: string;
  readonly type: string;
  readonly meaning: Buffer;
  readonly raw: Buffer;
  readonly status: InboxStatus;
  /** Whether it has waited for as long as anything is waited for, on the database's clock. */
  readonly hasWaitedLongEnough: boolean;
}

/** A message as it is told afterwards. */
export interface PastMessage extends Pick<InboxMessage, 'type' | 'status'> {
  readonly receivedAt: Date;
}

/** Whether it waits to be applied. */
export const isOpen = ({ status }: Pick<InboxMessage, 'status'>): boolean =>
  status === 'received' || status === 'parked';
