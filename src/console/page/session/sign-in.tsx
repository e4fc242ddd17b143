import { keepKey } from './session.js';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { Refusal } from '../parts/refusal.js';
import { useState } from 'preact/hooks';

/** Why a key is no way in; what the API says is for programs. */
function inWords(problem: Problem): Problem {
  if (problem.status === 401) return { ...problem, detail: 'This key is not known here. Check it and try again.' };
  if (problem.status === 403)
    return { ...problem, detail: 'This is the key of a client. The console needs an operator’s.' };
  return problem;
}

/** Asks for an operator's key and lets it prove itself at the API. */
export function SignIn() {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem>();

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setRefused(undefined);
    const answer = await call('/api/operations/overview', { secret: typed.trim() });
    setBusy(false);
    if (answer.problem) setRefused(inWords(answer.problem));
    else keepKey(typed.trim());
  };

  return (
    <main class="sign-in">
      <h1>Ichido console</h1>
      <p>What the service does, why, and what you may do about it.</p>
      <form class="card" onSubmit={(event) => void submit(event)}>
        <label for="operator-key">Operator key</label>
        <input
          id="operator-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={typed}
          aria-describedby="operator-key-kept"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <p id="operator-key-kept" class="hint">
          It stays in this tab and is forgotten with it. <code>npm start</code> prints one for the sandbox.
        </p>
        <button type="submit" class="primary" disabled={isBusy || typed.trim() === ''}>
          {isBusy ? 'Checking…' : 'Sign in'}
        </button>
        {refused && <Refusal problem={refused} />}
      </form>
    </main>
  );
}
