import type { Act } from './act.js';
import type { Saga } from '../order/saga.js';

type Lever = Omit<Act, 'path' | 'fixed'> & { readonly needsVersion?: boolean };

/** The acts on a saga, by the names that its `explain` gives them. */
const LEVERS: Readonly<Record<string, Lever>> = {
  retry: {
    name: 'Do it now',
    about: 'What waits for its time becomes due at once. It keeps its keys, so nothing can happen twice.',
  },
  compensate: {
    name: 'Undo the order',
    about: 'An order under way turns back at its next step; a confirmed one gives money and stock back.',
    needsVersion: true,
  },
  resolve: {
    name: 'Say what the books show',
    about: 'You have looked at the provider’s books. What you say counts as the provider’s own word.',
    needsVersion: true,
    fields: [
      {
        name: 'outcome',
        label: 'In the books',
        options: [
          { value: 'applied', label: 'it has happened' },
          { value: 'not_applied', label: 'it has not happened' },
        ],
      },
      {
        name: 'providerReference',
        label: 'What the provider calls it',
        isOptional: true,
        hint: 'pi_… of a payment, re_… of a refund; needed when it has happened.',
      },
      { name: 'evidence', label: 'What you saw, and where' },
    ],
  },
  quarantine: {
    name: 'Set aside',
    about: 'Nothing of the saga moves until somebody lets it go on.',
  },
  release: {
    name: 'Let it go on',
    about: 'Its jobs are due at once; what was learned meanwhile is applied within a minute.',
  },
};

/** The acts that make sense on a saga now; one that this page has no words for is left to the API. */
export const actsOn = ({ id, version }: Saga, names: readonly string[]): Act[] =>
  names.flatMap((name) => {
    const lever = LEVERS[name];
    if (!lever) return [];
    const { needsVersion, ...act } = lever;
    const fixed = needsVersion ? { sagaVersion: version } : undefined;
    return [{ ...act, fixed, path: `/api/operations/sagas/${id}/${name}` }];
  });
