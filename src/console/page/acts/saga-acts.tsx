import { ActButton } from './act-button.js';
import { actsOn } from './levers.js';
import type { SagaDetail } from '../order/saga.js';

/** The buttons of what an operator may do about a saga now. */
export function SagaActs({ saga, onDone }: { readonly saga: SagaDetail; readonly onDone: () => void }) {
  const acts = actsOn(saga, saga.explain.operatorMay);
  if (acts.length === 0) return <p class="hint">There is nothing to press.</p>;
  return (
    <div class="acts" role="group" aria-label="What you may do">
      {acts.map((act) => (
        <ActButton key={act.path} act={act} onDone={onDone} />
      ))}
    </div>
  );
}
