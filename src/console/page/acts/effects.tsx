import type { ActStage } from './use-act.js';

const HEADS = {
  would_be_done: 'This is what it would do. Nothing is done yet.',
  done: 'It is done.',
  proposed: 'It is proposed; another operator has to ask for the same.',
} as const;

/** What an act would do, or has done, in the words of the service. */
export function Effects({ stage }: { readonly stage: Exclude<ActStage, { at: 'said' }> }) {
  const { outcome, effects, afterwards } = stage.answer;
  return (
    <div role="status">
      <p>
        <strong>{HEADS[outcome]}</strong>
      </p>
      {stage.at === 'done' && stage.isReplay && (
        <p class="replayed">
          The same answer again, after {stage.presses} presses: nothing was done twice <code>Idempotent-Replayed</code>
        </p>
      )}
      <Sentences title="It changes" items={effects} />
      <Sentences title="Afterwards" items={afterwards} />
    </div>
  );
}

const Sentences = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul class="effects">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
