import type { Overview } from './overview.js';
import { bearer } from '../api/call.js';
import { problemFrom, type Problem } from '../api/problem.js';
import { serverSentEvents } from '../api/server-sent-events.js';
import { keepKey, operatorKey } from '../session/session.js';
import { useEffect, useState } from 'preact/hooks';

const STREAM = '/api/operations/overview/stream';

/** The service tells something every 2 s; after three of these without a word the line is dead. */
const SILENCE_MS = 7_000;
/** Long enough for a service that starts again, short enough for somebody who waits for it. */
const TRY_AGAIN_MS = 2_000;

/** What is known of the service now. */
export interface LiveOverview {
  readonly overview?: Overview;
  /** `lost`: what is shown is old; it is tried again. */
  readonly line: 'connecting' | 'live' | 'lost';
  readonly problem?: Problem;
}

/**
 * Follows the overview for as long as it is shown. With `fetch`, because the key of the operator goes in a header; an
 * EventSource could only send it in the address.
 */
export function useOverview(): LiveOverview {
  const [live, setLive] = useState<LiveOverview>({ line: 'connecting' });
  useEffect(() => {
    const ended = new AbortController();
    void follow(ended.signal, (change) => setLive((before) => ({ ...before, ...change })));
    return () => ended.abort();
  }, []);
  return live;
}

async function follow(ended: AbortSignal, tell: (change: Partial<LiveOverview>) => void): Promise<void> {
  while (!ended.aborted) {
    await listen(ended, tell).catch(() => undefined);
    if (ended.aborted) return;
    tell({ line: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

async function listen(ended: AbortSignal, tell: (change: Partial<LiveOverview>) => void): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const signal = AbortSignal.any([ended, silence.signal]);
    const response = await fetch(STREAM, { headers: bearer(operatorKey()), signal });
    if (response.status === 401) keepKey(undefined);
    if (!response.ok || !response.body) {
      tell({ problem: problemFrom(response.status, await response.json()) });
      return;
    }
    for await (const { name, data } of serverSentEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      if (name === 'overview') tell({ overview: JSON.parse(data) as Overview, line: 'live', problem: undefined });
      else tell({ line: 'lost' });
    }
  } finally {
    clearTimeout(timer);
  }
}
