import type { Layer } from '../overview/overview.js';

/** How a state looks: its colour says what its word says. */
export type Tone = 'good' | 'busy' | 'doubt' | 'bad' | 'plain';

const TONES: Readonly<Record<string, Tone>> = {
  confirmed: 'good',
  completed: 'good',
  captured: 'good',
  done: 'good',
  succeeded: 'good',
  applied: 'good',
  pending: 'busy',
  running: 'busy',
  processing: 'busy',
  received: 'busy',
  requires_action: 'busy',
  in_doubt: 'doubt',
  unknown: 'doubt',
  parked: 'doubt',
  cancelling: 'doubt',
  compensating: 'doubt',
  partially_refunded: 'doubt',
  needs_attention: 'bad',
  quarantined: 'bad',
  dead: 'bad',
  refused: 'bad',
  declined: 'bad',
  failed: 'bad',
};

export const toneOf = (state: string): Tone => TONES[state] ?? 'plain';

/** A state or a step without the signs of programs: `in doubt`, `payment capture`. */
export const plain = (name: string): string => name.replaceAll(/[_.-]/g, ' ');

/** What each layer is, from the outside in. */
export const LAYERS: Readonly<Record<Layer, { readonly name: string; readonly stops: string }>> = {
  api: { name: 'Idempotency key', stops: 'a client that sends again' },
  event: { name: 'Event id', stops: 'a notice the provider sends again' },
  inbox: { name: 'Inbox', stops: 'one notice on two workers' },
  job: { name: 'Job key', stops: 'a job that is queued again' },
  step: { name: 'Step marker', stops: 'a step that starts again' },
};
