import { check } from './check.js';
import type { SagaDefinition, StepDefinition } from './definition.js';
import type { Failure } from '../kernel/failure.js';

class Started {}
class FirstDone {}
class FirstRefused {
  constructor(readonly failure: Failure) {}
}
class FirstUndone {}
class SecondDone {}
class SecondRefused {
  constructor(readonly failure: Failure) {}
}
class AllUndone {}

const send = () => ({});
const first: StepDefinition<object> = {
  name: 'first',
  send,
  done: FirstDone,
  refused: FirstRefused,
  undo: { name: 'first.undo', send, done: FirstUndone },
};
const second: StepDefinition<object> = { name: 'second', send, done: SecondDone };

const table = (...steps: StepDefinition<object>[]): SagaDefinition => ({
  name: 'trial',
  correlate: () => 'x',
  identify: () => 'x',
  startsOn: Started,
  steps,
  whenUndone: { name: 'over', send, done: AllUndone },
});

describe('a saga table that is refused at boot', () => {
  it('has no steps', () => {
    expect(() => check(table())).toThrow('saga trial: has no steps');
  });

  it('gives two steps one name, so that their markers would be one', () => {
    expect(() => check(table(first, { ...second, name: 'first' }))).toThrow('saga trial: two steps are called first');
  });

  it('gives an undo the name of a step', () => {
    expect(() => check(table(first, { ...second, name: 'first.undo' }))).toThrow('two steps are called first.undo');
  });

  it('gives the last word the name of a step', () => {
    expect(() => check(table(first, { ...second, name: 'over' }))).toThrow('two steps are called over');
  });

  it('gives two steps one former name, so that nobody knows whose marker it is', () => {
    const renamed = { formerly: ['zeroth'] };
    expect(() => check(table({ ...first, ...renamed }, { ...second, ...renamed }))).toThrow(
      'saga trial: two steps are or were called zeroth',
    );
  });

  it('gives a step a former name that another one has now', () => {
    expect(() => check(table(first, { ...second, formerly: ['first.undo'] }))).toThrow(
      'saga trial: two steps are or were called first.undo',
    );
  });

  it.each<[string, StepDefinition<object>[], string]>([
    ['the done of two steps', [first, { ...second, done: FirstDone }], 'FirstDone'],
    ['done and refused', [first, { ...second, done: FirstRefused }], 'FirstRefused'],
    ['done and unknown', [{ ...first, unknown: FirstDone }], 'FirstDone'],
    ['an undo and a step', [first, { ...second, done: FirstUndone }], 'FirstUndone'],
    ['the start and a step', [first, { ...second, done: Started }], 'Started'],
    ['a step and the last word', [first, { ...second, done: AllUndone }], 'AllUndone'],
  ])('lets one event mean two things: %s', (_, steps, event) => {
    expect(() => check(table(...steps))).toThrow(`saga trial: ${event} means two things`);
  });

  it('has a step that may be refused after one that cannot be undone', () => {
    const { undo: _, ...withoutUndo } = first;
    expect(() => check(table(withoutUndo, { ...second, refused: SecondRefused }))).toThrow(
      'saga trial: first cannot be undone, but a later step may be refused',
    );
  });
});

describe('a saga table that is accepted', () => {
  it('ends with a step that cannot be undone', () => {
    expect(() => check(table(first, second))).not.toThrow();
  });

  it('begins with a step that may be refused and cannot be undone', () => {
    const { undo: _, ...withoutUndo } = first;
    expect(() => check(table(withoutUndo, second))).not.toThrow();
  });
});
