import { KILL_AT_CAPTURE } from './waiting-faults.js';
import type { LabFaults } from './use-faults.js';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { Card } from '../parts/card.js';
import { Refusal } from '../parts/refusal.js';
import { useRef, useState } from 'preact/hooks';

const PATH = '/api/operations/sandbox/worker';

const ABSENCE = {
  away: 'The service is away and is being started again. Whoever waits for an answer sends the same again, with the same key.',
  back: 'The service was away and is back. What was under way goes on by itself.',
};

/** Kills the process that serves and works, and says while it is away. */
export function WorkerPanel({ of: { waiting, arm } }: { readonly of: LabFaults }) {
  const [problem, setProblem] = useState<Problem>();
  const wasAway = useRef(false);
  const isAway = waiting.problem?.status === 0;
  if (isAway) wasAway.current = true;
  const isKillable = waiting.data?.workerKillable === true;

  const kill = async (): Promise<void> => {
    const answer = await call(PATH, { method: 'DELETE' });
    // Without an answer it is dead as well, and that is told below.
    setProblem(answer.status === 0 ? undefined : answer.problem);
    waiting.reload();
  };

  return (
    <Card title="The worker" note={waiting.data && !isKillable && 'not available here'}>
      <p>
        With <code>npm start</code> one process serves and works, and this page speaks with it as well. Killed, it is
        started again within seconds.
      </p>
      {waiting.data && !isKillable && (
        <p>
          Here nobody would start it again: that is done by <code>npm start</code> with a sandbox of its own.
        </p>
      )}
      <div class="fault-buttons">
        <button type="button" disabled={!isKillable || isAway} onClick={() => void kill()}>
          <b>Kill the worker now</b> <span class="hint">whatever it is doing</span>
        </button>
        <button type="button" disabled={!isKillable || isAway} onClick={() => arm(KILL_AT_CAPTURE)}>
          <b>{KILL_AT_CAPTURE.name}</b> <span class="hint">{KILL_AT_CAPTURE.means}</span>
        </button>
      </div>
      {problem && <Refusal problem={problem} />}
      <p class="absence" role="status">
        {isAway ? ABSENCE.away : wasAway.current && ABSENCE.back}
      </p>
    </Card>
  );
}
