import { hangUp, streamOf } from './prepared.js';
import type pg from 'pg';

/** In ms: ten thousand times what a statement takes, and more than one ever waits for a row that somebody has forgotten. */
const GIVEN_UP_AFTER_MS = 30_000;

/** Option of a session: its server gives up a statement that takes longer, which would go on without anybody to hear. */
export const GIVEN_UP_IN_TIME = `-c statement_timeout=${GIVEN_UP_AFTER_MS}`;

/**
 * A connection whose other end has vanished without a word stays open for a quarter of an hour, while the system sends
 * again what nobody receives, and whoever has asked on it waits as long. In ms: past the time in which a server that is
 * there has said something.
 */
const ANSWERED_WITHIN_MS = GIVEN_UP_AFTER_MS + 5_000;

/**
 * The same for a connection on which nobody has asked: the system looks for its other end when nothing was heard for this
 * long, in ms, and ten times more, once a second (libuv). It would begin after two hours by itself.
 */
const LOOKED_FOR_AFTER_MS = 10_000;

/** What the driver knows of itself and its types leave out. */
type Asked = pg.ClientBase & {
  /** False from a question to the end of its answer; true while it only listens. */
  readonly readyForQuery: boolean;
};

/**
 * Every connection, as soon as it stands: its end never ends the process, and its silence never keeps anybody. What was
 * asked on it fails as if it had been cut, and is told, tried again or looked up like that.
 */
export function lookAfter(client: pg.ClientBase): void {
  surviveTheEndOf(client);
  const stream = streamOf(client);
  stream.setKeepAlive(true, LOOKED_FOR_AFTER_MS);
  stream.setTimeout(ANSWERED_WITHIN_MS);
  stream.on('timeout', () => {
    // What is asked from here on has not waited yet.
    if ((client as Asked).readyForQuery) return;
    const heard = stream.bytesRead;
    // A process that had stood still itself finds here what had come meanwhile.
    setImmediate(() => {
      if (!(client as Asked).readyForQuery && stream.bytesRead === heard) hangUp(client);
    });
  });
}

/**
 * The query in flight fails by itself and is handled there; without a listener the event would end the process. Told to
 * a connection as soon as it stands: the next message may be the one that ends it.
 */
const surviveTheEndOf = (client: pg.ClientBase): void => void client.on('error', survive);

/** For the same reason, of the connections that a pool keeps idle. */
export const survive = (): void => undefined;
