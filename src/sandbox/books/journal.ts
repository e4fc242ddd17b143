import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './entry.js';

/** Large enough that reading a journal of millions of lines is bound by the parser, small enough to sit in a cache. */
const READ_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * The sandbox's memory on disk: one JSON line per change, handed to the kernel before the change is answered, so that
 * it survives a kill of the process (not a loss of power: the sandbox holds no real money, and is measured against).
 */
export class Journal {
  readonly #file: number;
  /** Where the next line goes; anything behind it is a line that a kill tore. */
  #end = 0;
  #torn = false;
  #closed = false;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#file = openSync(join(dataDir, 'journal.ndjson'), 'a+');
  }

  /** Every change ever written, in order. A last line without its end is dropped; any other damage is an error. */
  *read(): Generator<Entry> {
    let rest = Buffer.alloc(0);
    let position = 0;
    let number = 0;
    for (;;) {
      const block = Buffer.allocUnsafe(READ_BYTES);
      const length = readSync(this.#file, block, 0, READ_BYTES, position);
      if (length === 0) break;
      position += length;
      rest = Buffer.concat([rest, block.subarray(0, length)]);
      let start = 0;
      for (let stop = rest.indexOf(NEWLINE); stop >= 0; stop = rest.indexOf(NEWLINE, start)) {
        number += 1;
        yield parseLine(rest.toString('utf8', start, stop), number);
        this.#end += stop + 1 - start;
        start = stop + 1;
      }
      rest = rest.subarray(start);
    }
    this.#torn = fstatSync(this.#file).size > this.#end;
  }

  append(entry: Entry): void {
    // The descriptor's number may belong to another file by now.
    if (this.#closed) throw new Error('The sandbox is closed.');
    if (this.#torn) {
      ftruncateSync(this.#file, this.#end);
      this.#torn = false;
    }
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  close(): void {
    this.#closed = true;
    closeSync(this.#file);
  }
}

function parseLine(line: string, number: number): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch (cause) {
    throw new Error(`The sandbox journal is damaged at line ${number}; move it away to start with an empty ledger.`, {
      cause,
    });
  }
}
