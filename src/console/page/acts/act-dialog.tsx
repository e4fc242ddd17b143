import { ActFields } from './act-fields.js';
import type { Act } from './act.js';
import { Effects } from './effects.js';
import { useAct } from './use-act.js';
import { isPutOff } from '../api/problem.js';
import { Refusal } from '../parts/refusal.js';
import { useEffect, useRef, useState } from 'preact/hooks';

/** First why, then what it would do, then the press; a second press visibly gets the same answer. */
export function ActDialog({
  act,
  onDone,
  onClose,
}: {
  readonly act: Act;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const { stage, problem, isBusy, tryOut, press, startOver } = useAct(act, onDone);
  useEffect(() => dialog.current?.showModal(), []);
  // Whether such a press was done is not known: only the same request, under its key, can do nothing twice.
  const isOpen = problem !== undefined && isPutOff(problem);

  const submit = (event: Event): void => {
    event.preventDefault();
    if (stage.at === 'said') tryOut(said);
    else press(said);
  };

  return (
    <dialog ref={dialog} aria-labelledby="act-name" onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id="act-name">{act.name}</h2>
        <p class="hint">{act.about}</p>
        {stage.at === 'said' ? (
          <ActFields fields={act.fields ?? []} said={said} onSay={setSaid} />
        ) : (
          <Effects stage={stage} />
        )}
        {problem && <Refusal problem={problem} />}
        <div class="acts">
          {stage.at === 'said' && (
            <button type="submit" class="primary" disabled={isBusy}>
              Show what it would do
            </button>
          )}
          {stage.at === 'tried' && (!problem || isOpen) && (
            <button type="submit" class="primary" disabled={isBusy}>
              {isOpen ? 'Press again' : 'Do it'}
            </button>
          )}
          {stage.at === 'done' && (
            <button type="submit" disabled={isBusy}>
              Press again
            </button>
          )}
          {stage.at === 'tried' && !isOpen && (
            <button type="button" disabled={isBusy} onClick={startOver}>
              {problem ? 'Start over' : 'Back'}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {stage.at === 'done' ? 'Close' : 'Leave it'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
