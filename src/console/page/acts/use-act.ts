import type { Act, ActAnswer } from './act.js';
import { call } from '../api/call.js';
import { isPutOff, type Problem } from '../api/problem.js';
import { newKey } from '../words/new-key.js';
import { useState } from 'preact/hooks';

/** How far an act is: what is said about it, what it would do, what it has done. */
export type ActStage =
  | { readonly at: 'said' }
  | { readonly at: 'tried'; readonly answer: ActAnswer }
  | { readonly at: 'done'; readonly answer: ActAnswer; readonly presses: number; readonly isReplay: boolean };

/**
 * An act under one `Idempotency-Key`: the dry run leaves the key free, the press uses it, and every further press gets
 * the answer of the first. A press that was refused has used it too, so whoever says it anew gets a new one; one that was
 * not answered keeps it, since nobody knows whether it was done.
 */
export function useAct({ path, fixed }: Act, onDone: () => void) {
  const [key, setKey] = useState(newKey);
  const [stage, setStage] = useState<ActStage>({ at: 'said' });
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  const send = async (said: object, dryRun: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const answered = await call<ActAnswer>(path, { method: 'POST', key, body: { ...fixed, ...said, dryRun } });
    setBusy(false);
    setProblem(answered.problem && (dryRun ? answered.problem : pressed(answered.problem)));
    if (answered.problem && !dryRun) onDone();
    if (!answered.body) return;
    const answer = answered.body;
    if (dryRun) return setStage({ at: 'tried', answer });
    const presses = stage.at === 'done' ? stage.presses + 1 : 1;
    setStage({ at: 'done', answer, presses, isReplay: answered.isReplay });
    onDone();
  };

  return {
    stage,
    problem,
    isBusy,
    tryOut: (said: object) => void send(said, true),
    press: (said: object) => void send(said, false),
    startOver: () => {
      setKey(newKey());
      setProblem(undefined);
      setStage({ at: 'said' });
    },
  };
}

/** What a person is told who cannot know whether the act was done. */
const pressed = (problem: Problem): Problem =>
  problem.status === 0
    ? { ...problem, detail: 'No answer came, so it may have been done or not.', retry: 'same-key' }
    : { ...problem, retry: isPutOff(problem) ? 'same-key' : problem.retry };
