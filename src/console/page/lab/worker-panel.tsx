import { KILL_AT_CAPTURE } from './waiting-faults.js';
import type { LabFaults } from './use-faults.js';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { Card } from '../parts/card.js';
import { Refusal } from '../parts/refusal.js';
import { useState } from 'preact/hooks';

const PATH = '/api/operations/sandbox/worker';

/** Kills the process that serves and works. */
export function WorkerPanel({ of: { waiting, isAway, arm } }: { readonly of: LabFaults }) {
  const [problem, setProblem] = useState<Problem>();
  const isKillable = waiting.data?.workerKillable === true;

  const kill = async (): Promise<void> => {
    const answer = await call(PATH, { method: 'DELETE' });
    // Without an answer it is dead as well, which the page tells.
    setProblem(answer.status === 0 ? undefined : answer.problem);
    waiting.reload();
  };

  return (
    <Card title="The worker" note={waiting.data && !isKillable && 'not available here'}>
      <p>
        With <code>npm start</code> one process serves and works, and this page speaks with it as well. Killed, it is
        started again within seconds, and what was under way goes on by itself.
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
    </Card>
  );
}
