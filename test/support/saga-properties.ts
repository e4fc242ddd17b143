import fc from 'fast-check';
import { markedIn, namesOf, type SagaDefinition } from '#shared/saga/definition.js';
import { isOpen, type SagaState } from '#shared/saga/saga-state.js';
import { notStarted, transition, type Transition } from '#shared/saga/transition.js';
import { inputOf, SAGA_ID, type Happening } from './saga-specification.js';

/** 20 happenings pass through every road of a table of four steps several times over. */
const LONGEST = 20;

/** Everything that may happen, in any order and as often as it likes. */
export const histories = (happenings: readonly Happening[]): fc.Arbitrary<Happening[]> =>
  fc.array(fc.constantFrom(...happenings), { maxLength: LONGEST });

const finished = (state: SagaState): [string, string][] =>
  state.steps.filter((step) => !isOpen(step)).map((step) => [step.name, step.status]);

/** What must hold after every happening, whatever happened before. */
function expectValid<Start extends object>(
  definition: SagaDefinition<Start>,
  before: SagaState<Start>,
  { next, send, ignored }: Transition<Start>,
): void {
  const forward = next.steps.filter((step) => step.kind === 'forward').map((step) => step.name);
  const undone = next.steps.filter((step) => step.kind === 'compensation');
  const statusOf = new Map(next.steps.map((step) => [step.name, step.status]));

  if (ignored) expect({ next, send }).toEqual({ next: before, send: [] });
  expect(statusOf.size).toBe(next.steps.length);
  expect([...statusOf]).toEqual(expect.arrayContaining(finished(before)));
  expect(next.steps.map((step) => step.name).slice(0, before.steps.length)).toEqual(
    before.steps.map((step) => step.name),
  );
  expect(forward).toEqual(definition.steps.map((step) => step.name).slice(0, forward.length));

  const added = next.steps.slice(before.steps.length).filter((step) => step.status !== 'skipped');
  // That a person must look is said beside the steps.
  const said = next.attention && next.attention !== before.attention ? 1 : 0;
  const saidAgain = next.attention?.stays && next.status === 'completed' && before.status !== 'completed' ? 1 : 0;
  // So is the wish that an open step be given up.
  const open = next.steps.find(isOpen)?.name;
  const isWithdrawn = next.stop && !before.stop && definition.steps.some((step) => step.name === open && step.withdraw);
  expect(send).toHaveLength(added.length + said + saidAgain + (isWithdrawn ? 1 : 0));

  if (before.attention?.stays) expect(next.attention?.stays).toBe(true);
  if (before.status === 'completed' || before.status === 'compensated') expect(next.status).toBe(before.status);
  if (next.status === 'running' || next.status === 'completed') expect(undone).toEqual([]);
  if (next.status === 'completed') {
    expect(forward).toHaveLength(definition.steps.length);
    expect(next.steps.every((step) => step.status === 'done' || step.status === 'skipped')).toBe(true);
  }
  if (next.status === 'compensating' || next.status === 'compensated') {
    expect(next.failure).toBeDefined();
    const beyondReturn = definition.steps.filter((step) => !step.undo && statusOf.get(step.name) === 'done');
    expect(beyondReturn).toEqual([]);
  }
  if (next.status === 'compensated') {
    const kept = definition.steps.filter((step) => step.undo && statusOf.get(step.name) === 'done');
    expect(kept.filter((step) => statusOf.get(step.undo!.name) !== 'done')).toEqual([]);
  }
}

/** Lives through a history and checks every moment of it; returns where it leads and all that was sent. */
export function live<Start extends object>(
  definition: SagaDefinition<Start>,
  start: Start,
  history: readonly Happening[],
): { state: SagaState<Start>; sent: object[] } {
  let state = notStarted(SAGA_ID, start);
  const sent: object[] = [];
  for (const happening of history) {
    const outcome = transition(definition, state, inputOf(happening));
    expectValid(definition, state, outcome);
    state = outcome.next;
    sent.push(...outcome.send);
  }
  return { state, sent };
}

/** Answers every open step with what its table calls done until nothing is open, as a world that works does. */
export function finish<Start extends object>(
  definition: SagaDefinition<Start>,
  state: SagaState<Start>,
  happenings: readonly Happening[],
): SagaState<Start> {
  const marked = markedIn(definition as unknown as SagaDefinition);
  const answers = new Map(marked.flatMap((one) => namesOf(one).map((name) => [name, one.done] as const)));
  let now = state;
  for (let open = now.steps.find(isOpen); open; open = now.steps.find(isOpen)) {
    const answer = happenings.find((happening) => happening instanceof answers.get(open.name)!)!;
    now = transition(definition, now, { event: answer }).next;
  }
  return now;
}
