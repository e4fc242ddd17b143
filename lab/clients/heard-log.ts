import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';

/** One request with its answer, as `npm run audit -- --heard` reads it. */
export interface HeardLine {
  readonly tenant: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly sent?: string;
  readonly status: number;
  readonly body: string;
}

/** Every answer that any client of the run has got, in a file. */
export class HeardLog {
  private readonly stream: WriteStream;

  constructor(readonly file: string) {
    this.stream = createWriteStream(file);
  }

  write(line: HeardLine): void {
    this.stream.write(`${JSON.stringify(line)}\n`);
  }

  /** Returns when all of it can be read. */
  async close(): Promise<void> {
    if (this.stream.closed) return;
    const closed = once(this.stream, 'close');
    this.stream.end();
    await closed;
  }
}
