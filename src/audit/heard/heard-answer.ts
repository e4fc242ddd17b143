import { CouldNotCheck } from '../could-not-check.error.js';
import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/**
 * One line of a client's log: a request with its answer, as JSON. `tenant` is the name of the API key that was used,
 * `body` of the answer is its text, byte for byte. Other members are left alone.
 */
export interface HeardAnswer {
  readonly line: number;
  readonly tenant: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  /** What was sent, as text; ids in it are the caller's own. */
  readonly sent?: string;
  readonly status: number;
  readonly body: string;
}

/** Throws CouldNotCheck for a file that is not there to be read, before an hour is spent on everything else. */
export async function mustBeReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new CouldNotCheck(`Cannot read ${file}: ${error.message}`);
  });
}

/** The answers of a log, oldest first. Throws CouldNotCheck for a file or a line that cannot be read. */
export async function* readHeard(file: string): AsyncGenerator<HeardAnswer> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let line = 0;
  try {
    for await (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield parse(text, line);
    }
  } catch (error) {
    if (error instanceof CouldNotCheck) throw error;
    throw new CouldNotCheck(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

function parse(text: string, line: number): HeardAnswer {
  try {
    const told = JSON.parse(text) as Omit<HeardAnswer, 'line'>;
    const { tenant, method, path, status, body } = told;
    const isWhole = [tenant, method, path, body].every((member) => typeof member === 'string');
    if (isWhole && Number.isInteger(status)) return { ...told, line };
  } catch {
    // Said below, whatever was wrong.
  }
  throw new CouldNotCheck(
    `Line ${line} of the log is not {"tenant", "method", "path", "key", "sent", "status", "body"}.`,
  );
}
