import type { IncomingMessage } from 'node:http';

/** Enough for an honest client to finish a few megabytes and then read why they were refused. */
const DRAIN_MS = 5_000;

/**
 * Reads on and discards the rest of a body that was refused early, and tells when all of it has come. Closing before
 * would reset the connection under a client that is still sending, and it would see a broken pipe instead of our answer;
 * a client that does not come to an end within 5 s is cut off.
 */
export function drainBody(request: IncomingMessage, whenRead: () => void): void {
  if (request.complete || request.readableEnded || request.destroyed || !announcesBody(request)) return whenRead();
  const cutOff = setTimeout(() => request.destroy(), DRAIN_MS);
  cutOff.unref();
  let isOver = false;
  const end = (): void => {
    clearTimeout(cutOff);
    if (!isOver) whenRead();
    isOver = true;
  };
  request.once('end', end);
  request.once('close', end);
  request.resume();
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
