import type { Failure } from '../kernel/failure.js';
import { namesOf, stepRef, type Marked, type SagaDefinition, type StepDefinition } from './definition.js';
import { isOpen, type SagaState, type StepState, type StepStatus } from './saga-state.js';

/** What moves a saga: an event of its table, the wish to stop it, or a person who sets it aside or lets it go on. */
export type Input =
  { readonly event: object } | { readonly stop: Failure } | { readonly setAside: Failure } | { readonly letGo: string };

/** Why an input moves nothing: it is about another saga, a marker shows that it happened, or it adds nothing to what is known. */
export type Ignored = 'not for me' | 'already done' | 'no news';

/** Where the saga stands afterwards and what to send. */
export interface Transition<Start = object> {
  readonly next: SagaState<Start>;
  readonly send: readonly object[];
  readonly ignored?: Ignored;
}

/** A saga as it is before its first event. */
export const notStarted = <Start>(id: string, start: Start): SagaState<Start> => ({
  id,
  status: 'running',
  start,
  steps: [],
});

/** Pure: state and input in, state and commands out. Knows no database, no clock and no delivery. */
export function transition<Start extends object>(
  definition: SagaDefinition<Start>,
  state: SagaState<Start>,
  input: Input,
): Transition<Start> {
  const flow = new Flow(definition, state);
  if ('stop' in input) return flow.stop(input.stop);
  if ('setAside' in input) return flow.setAside(input.setAside);
  if ('letGo' in input) return flow.letGo(input.letGo);
  const { event } = input;

  if (event instanceof definition.startsOn)
    return state.steps.length === 0 ? flow.forward() : flow.ignore('already done');
  for (const step of definition.steps) {
    if (event instanceof step.done) return flow.done(step);
    if (step.refused && event instanceof step.refused) return flow.refused(step, event.failure);
    if (step.unknown && event instanceof step.unknown) return flow.unknown(step);
    if (step.stuck && event instanceof step.stuck) return flow.stuck(step, event.failure);
    if (!step.undo) continue;
    if (event instanceof step.undo.done) return flow.undone(step.undo);
    if (step.undo.stuck && event instanceof step.undo.stuck) return flow.stuck(step.undo, event.failure);
  }
  const { whenUndone, alarm } = definition;
  if (alarm && event instanceof alarm) return flow.alarm(event.failure);
  if (whenUndone && event instanceof whenUndone.done) return flow.finished(whenUndone);
  return flow.ignore('not for me');
}

/** One transition while it is being worked out. */
class Flow<Start extends object> {
  private readonly send: object[] = [];

  constructor(
    private readonly definition: SagaDefinition<Start>,
    private state: SagaState<Start>,
  ) {}

  ignore(ignored: Ignored): Transition<Start> {
    return { next: this.state, send: [], ignored };
  }

  done(step: StepDefinition<Start>): Transition<Start> {
    const marker = this.asked(step);
    if (!marker) return this.ignore('not for me');
    if (marker.status === 'done') return this.ignore('already done');
    // A late success of a step that was given up: the effect exists after all and has to go.
    if (!isOpen(marker))
      return step.undo && !this.marker(step.undo) ? this.undo(step).settled() : this.ignore('already done');
    this.mark(marker, 'done');
    if (this.state.status !== 'running') return step.undo ? this.undo(step).settled() : this.settled();
    return this.state.stop && !this.isPastReturn() ? this.turnBack(this.state.stop) : this.forward();
  }

  refused(step: StepDefinition<Start>, failure: Failure): Transition<Start> {
    const marker = this.asked(step);
    if (!marker) return this.ignore('not for me');
    if (!isOpen(marker)) return this.ignore('already done');
    this.mark(marker, 'refused');
    return this.turnBack(failure);
  }

  unknown(step: StepDefinition<Start>): Transition<Start> {
    const marker = this.asked(step);
    if (!marker) return this.ignore('not for me');
    if (!isOpen(marker)) return this.ignore('already done');
    if (marker.status === 'unknown') return this.ignore('no news');
    this.mark(marker, 'unknown');
    return this.settled();
  }

  undone(undo: Marked): Transition<Start> {
    const marker = this.marker(undo);
    if (!marker) return this.ignore('not for me');
    if (!isOpen(marker)) return this.ignore('already done');
    this.mark(marker, 'done');
    return this.lastWordIfUndone();
  }

  /** Nothing is given up: the marker stays open, and whatever is learned later moves the saga on. */
  stuck(marked: Marked, failure: Failure): Transition<Start> {
    const marker = this.marker(marked);
    if (!marker) return this.ignore('not for me');
    if (!isOpen(marker)) return this.ignore('already done');
    if (this.state.attention) return this.ignore('no news');
    this.state = { ...this.state, attention: failure };
    if (this.definition.whenStuck) this.send.push(this.definition.whenStuck(this.state.start, failure));
    return this.settled();
  }

  /**
   * Also what is over can need a person; nothing is undone or done again by itself. What is still under way goes on, and
   * needs a person all the same.
   */
  alarm(failure: Failure): Transition<Start> {
    const { attention } = this.state;
    if (attention?.stays && attention.code === failure.code) return this.ignore('no news');
    this.state = { ...this.state, attention: { ...failure, stays: true } };
    if (this.definition.whenStuck) this.send.push(this.definition.whenStuck(this.state.start, failure));
    return this.settled();
  }

  setAside(failure: Failure): Transition<Start> {
    const { attention: before } = this.state;
    const { ignored } = this.alarm(failure);
    if (ignored) return this.ignore(ignored);
    if (before) this.state = { ...this.state, attention: { ...this.state.attention!, before } };
    return this.settled();
  }

  /** Ends the attention that a person has called for with this code; what was to be done is done then. */
  letGo(code: string): Transition<Start> {
    if (this.state.attention?.code !== code) return this.ignore('already done');
    this.state = { ...this.state, attention: this.state.attention.before };
    return this.settled();
  }

  finished(lastWord: Marked): Transition<Start> {
    const marker = this.marker(lastWord);
    if (!marker) return this.ignore('not for me');
    if (!isOpen(marker)) return this.ignore('already done');
    this.mark(marker, 'done');
    this.state = { ...this.state, status: 'compensated' };
    return this.settled();
  }

  /** Before an open step's outcome is known nothing is undone: it may be the very thing to undo. */
  stop(failure: Failure): Transition<Start> {
    if (this.state.status !== 'running' || this.state.stop) return this.ignore('already done');
    this.state = { ...this.state, stop: failure };
    const { steps, start, id } = this.state;
    const open = steps.find(isOpen);
    if (!open) return this.turnBack(failure);
    const step = this.definition.steps.find((one) => namesOf(one).includes(open.name));
    if (step?.withdraw) this.send.push(step.withdraw(start, failure, stepRef(id, open.name)));
    return this.settled();
  }

  /** Sends the next step, passing those with nothing to do and those it is past already; completes after the last. */
  forward(): Transition<Start> {
    const furthest = this.definition.steps.findLastIndex((step) => this.marker(step));
    for (const [place, step] of this.definition.steps.entries()) {
      if (this.marker(step)) continue;
      if (place < furthest && !step.added) throw this.misplaced(step, this.definition.steps[furthest]!);
      const skip = place < furthest || (step.skip?.(this.state.start) ?? false);
      this.add(step.name, 'forward', skip ? 'skipped' : 'pending');
      if (skip) continue;
      this.send.push(step.send(this.state.start, stepRef(this.state.id, step.name)));
      return this.settled();
    }
    this.state = { ...this.state, status: 'completed' };
    const { start, attention } = this.state;
    // Its last step has just told the aggregate that all is well.
    if (attention?.stays && this.definition.whenStuck) this.send.push(this.definition.whenStuck(start, attention));
    return this.settled();
  }

  /**
   * A defect of the table, which tells whoever changed it: passing over a step that has only changed its place would lose
   * it, and taking one late that is new may undo what has no way back. Nothing moves until the table says which it is.
   */
  private misplaced({ name }: Marked, { name: later }: Marked): Error {
    const { name: saga } = this.definition;
    return new Error(`saga ${saga}: ${name} was not taken before ${later}; a step that is new there says \`added\``);
  }

  /** A step that cannot be undone has happened: from here there is only forward. */
  private isPastReturn(): boolean {
    return this.definition.steps.some((step) => !step.undo && this.marker(step)?.status === 'done');
  }

  /**
   * Undoes, last step first, what has happened; the undos do not wait for each other. Nothing forward is open here: a
   * step that may have happened is resolved before its saga turns back.
   */
  private turnBack(failure: Failure): Transition<Start> {
    this.state = { ...this.state, status: 'compensating', failure };
    for (const step of this.definition.steps.toReversed()) {
      if (this.marker(step)?.status === 'done') this.undo(step);
    }
    return this.lastWordIfUndone();
  }

  private undo(step: StepDefinition<Start>): this {
    if (!step.undo || this.marker(step.undo)) return this;
    this.add(step.undo.name, 'compensation', 'pending');
    this.send.push(step.undo.send(this.state.start, stepRef(this.state.id, step.undo.name)));
    return this;
  }

  private lastWordIfUndone(): Transition<Start> {
    const { whenUndone } = this.definition;
    const { status, failure, steps, start, id } = this.state;
    if (whenUndone && status === 'compensating' && failure && !steps.some(isOpen) && !this.marker(whenUndone)) {
      this.add(whenUndone.name, 'compensation', 'pending');
      this.send.push(whenUndone.send(start, failure, stepRef(id, whenUndone.name)));
    }
    return this.settled();
  }

  private settled(): Transition<Start> {
    return { next: this.state, send: this.send };
  }

  private marker(marked: Marked): StepState | undefined {
    const names = namesOf(marked);
    return this.state.steps.find((step) => names.includes(step.name));
  }

  /** A step that was passed over has asked for nothing, so news about it belongs to somebody else. */
  private asked(step: Marked): StepState | undefined {
    const marker = this.marker(step);
    return marker?.status === 'skipped' ? undefined : marker;
  }

  private add(name: string, kind: StepState['kind'], status: StepStatus): void {
    this.state = { ...this.state, steps: [...this.state.steps, { name, generation: 1, kind, status }] };
  }

  private mark({ name }: StepState, status: StepStatus): void {
    const { attention } = this.state;
    this.state = {
      ...this.state,
      attention: status === 'unknown' || attention?.stays ? attention : undefined,
      steps: this.state.steps.map((step) => (step.name === name ? { ...step, status } : step)),
    };
  }
}
