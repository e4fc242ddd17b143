import { wrapped } from './readable.js';

/** What the service answers to an act. */
export interface ActDocument {
  readonly act: string;
  readonly target: string;
  readonly outcome: string;
  readonly effects: readonly string[];
  readonly afterwards: readonly string[];
}

/** Of a long list of effects the first ones say what kind they are. */
const SHOWN = 20;

const listed = (sentences: readonly string[]): string[] => [
  ...sentences.slice(0, SHOWN).flatMap((sentence) => wrapped(sentence, '  ')),
  ...(sentences.length > SHOWN ? [`  … and ${sentences.length - SHOWN} more`] : []),
];

/** What an act has changed or would change, in words. */
export function actLines({ act, target, outcome, effects, afterwards }: ActDocument): string[] {
  return [
    `${outcome === 'done' ? 'Done' : 'Would be done'}: ${act} of ${target}`,
    ...(effects.length === 0 ? ['  nothing changes'] : listed(effects)),
    ...(afterwards.length === 0 ? [] : ['Afterwards:', ...listed(afterwards)]),
  ];
}
