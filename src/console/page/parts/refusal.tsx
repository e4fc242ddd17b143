import type { Problem } from '../api/problem.js';

const ADVICE: Readonly<Record<NonNullable<Problem['retry']>, string>> = {
  'same-key': 'Press again: it is the same request and can do nothing twice.',
  'new-key': 'Look again, then decide anew.',
  never: 'There is nothing to press again.',
  operator: 'Somebody else has to act first.',
};

/** Why something was refused, and what to do about it. */
export function Refusal({ problem, onRetry }: { readonly problem: Problem; readonly onRetry?: () => void }) {
  const { detail, errors = [], type, code, retry } = problem;
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>{detail}</strong>
      </p>
      {errors.length > 1 && (
        <ul>
          {errors.map((error) => (
            <li key={error.pointer}>
              <code>{error.pointer}</code> {error.detail}
            </li>
          ))}
        </ul>
      )}
      <p class="hint">
        {retry && `${ADVICE[retry]} `}
        {type?.startsWith('/docs/') ? <a href={type}>What {code} means</a> : code}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
