/** One message of PostgreSQL's frontend/backend protocol 3 (manual, chapter "Message Formats"). */
export interface WireMessage {
  /** Its letter; empty for the start-up message, which has none. */
  readonly type: string;
  /** Behind letter and length. */
  readonly body: Buffer;
  /** As it was sent. */
  readonly raw: Buffer;
}

/** Cuts a stream of bytes into messages. A client's stream begins with the message without a letter. */
export class WireMessages {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private beginsWithStartUp: boolean) {}

  /** The messages that these bytes complete. */
  read(chunk: Buffer): WireMessage[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: WireMessage[] = [];
    for (let message = this.next(); message; message = this.next()) messages.push(message);
    return messages;
  }

  private next(): WireMessage | undefined {
    const letters = this.beginsWithStartUp ? 0 : 1;
    if (this.rest.length < letters + 4) return undefined;
    const length = letters + this.rest.readUInt32BE(letters);
    if (this.rest.length < length) return undefined;
    const raw = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    this.beginsWithStartUp = false;
    return { type: raw.toString('latin1', 0, letters), body: raw.subarray(letters + 4), raw };
  }
}

/** The members of a message that are texts ended by a zero byte. */
export const textsOf = (body: Buffer): string[] => body.toString('utf8').split('\0');
