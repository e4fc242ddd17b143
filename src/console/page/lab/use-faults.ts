import { isOurs, type FaultToArm, type WaitingFault, type WaitingFaults } from './waiting-faults.js';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { useResource, type Resource } from '../api/use-resource.js';
import { announce } from '../parts/announcer.js';
import { useState } from 'preact/hooks';

const PATH = '/api/operations/sandbox/faults';
/** A fault is gone when a payment has met it, and a service that starts again is away for longer than this. */
const LOOK_MS = 500;

/** The faults that wait, as they come and go, and how to change them. */
export interface LabFaults {
  readonly waiting: Resource<WaitingFaults>;
  /** Nobody answers. */
  readonly isAway: boolean;
  /** Why the last change was refused. */
  readonly problem?: Problem;
  readonly arm: (fault: FaultToArm) => void;
  readonly clear: () => void;
}

export function useFaults(): LabFaults {
  const waiting = useResource<WaitingFaults>(PATH, LOOK_MS);
  const [problem, setProblem] = useState<Problem>();

  const set = async (
    change: (items: readonly WaitingFault[]) => readonly WaitingFault[],
    said: string,
  ): Promise<void> => {
    // What waits now, and not what was seen a moment ago: payments take faults away.
    const now = await call<WaitingFaults>(PATH);
    const ours = (now.body?.items ?? []).filter(isOurs);
    const answer = now.problem ? now : await call(PATH, { method: 'PUT', body: { items: change(ours) } });
    setProblem(answer.problem);
    if (!answer.problem) announce(said);
    waiting.reload();
  };

  return {
    waiting,
    isAway: waiting.problem?.status === 0,
    problem,
    arm: ({ name, fault }) => void set((items) => [...items, fault], `${name}: armed`),
    clear: () => void set(() => [], 'The provider behaves again'),
  };
}
