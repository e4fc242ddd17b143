import { define } from './definition.js';
import type { SagaState, SagaStatus } from './saga-state.js';
import { transition } from './transition.js';

class Started {}
class Done {}
class Asked {}
class Alarmed {
  constructor(readonly failure = { code: 'disputed', detail: 'Somebody wants it back.' }) {}
}
/** As it is kept: no progress takes it away. */
const DISPUTED = { code: 'disputed', detail: 'Somebody wants it back.', stays: true };
class Held {
  constructor(readonly code: string) {}
}

const saga = define<Started>({
  name: 'alarmed',
  correlate: () => 'one',
  startsOn: Started,
  identify: () => 'saga-1',
  expires: false,
  steps: [{ name: 'only', send: () => new Asked(), done: Done }],
  alarm: Alarmed,
  whenStuck: (_, { code }) => new Held(code),
});

const stateThatIs = (status: SagaStatus): SagaState<Started> => ({
  id: 'saga-1',
  status,
  start: new Started(),
  steps: [{ name: 'only', generation: 1, kind: 'forward', status: 'done' }],
});

describe('a person who sets a saga aside', () => {
  const ASIDE = { code: 'set_aside', detail: 'Somebody looks into it.' };

  it('calls for attention that no progress ends, and ends it by letting go', () => {
    const running: SagaState<Started> = {
      ...stateThatIs('running'),
      steps: [{ name: 'only', generation: 1, kind: 'forward', status: 'pending' }],
    };
    const { next, send } = transition(saga, running, { setAside: ASIDE });
    expect([next.attention, send]).toEqual([{ ...ASIDE, stays: true }, [new Held('set_aside')]]);
    expect(transition(saga, next, { letGo: 'set_aside' }).next).toEqual({ ...running, attention: undefined });
  });

  it('gives back what had called for a person before, which nobody would tell again', () => {
    const alarmed = transition(saga, stateThatIs('running'), { event: new Alarmed() }).next;
    const aside = transition(saga, alarmed, { setAside: ASIDE }).next;
    expect(aside.attention).toMatchObject(ASIDE);
    expect(transition(saga, aside, { letGo: 'set_aside' }).next.attention).toEqual(DISPUTED);
  });

  it('does not let go of what another one has called for', () => {
    const alarmed = transition(saga, stateThatIs('running'), { event: new Alarmed() }).next;
    expect(transition(saga, alarmed, { letGo: 'set_aside' }).ignored).toBe('already done');
  });
});

describe('an alarm about what a saga has settled', () => {
  it.each(['running', 'completed', 'compensating', 'compensated'] as const)(
    'calls for a person when the saga is %s, and neither does nor undoes anything',
    (status) => {
      const state = stateThatIs(status);
      const { next, send } = transition(saga, state, { event: new Alarmed() });
      expect(send).toEqual([new Held('disputed')]);
      expect(next).toEqual({ ...state, attention: DISPUTED });
    },
  );

  it('for the same reason again is no news; for another one it is', () => {
    const { next } = transition(saga, stateThatIs('completed'), { event: new Alarmed() });
    expect(transition(saga, next, { event: new Alarmed() }).ignored).toBe('no news');
    const other = new Alarmed({ code: 'refund_came_back', detail: 'The bank returned it.' });
    expect(transition(saga, next, { event: other }).send).toEqual([new Held('refund_came_back')]);
  });

  it('while a step is under way outlives that step, and is said again when the last one is done', () => {
    const running: SagaState<Started> = {
      ...stateThatIs('running'),
      steps: [{ name: 'only', generation: 1, kind: 'forward', status: 'pending' }],
    };
    const alarmed = transition(saga, running, { event: new Alarmed() }).next;
    const { next, send } = transition(saga, alarmed, { event: new Done() });
    expect([next.status, next.attention]).toEqual(['completed', DISPUTED]);
    expect(send).toEqual([new Held('disputed')]);
  });

  it('takes the place of a step that is stuck for the same reason, so that its progress does not end it', () => {
    const stuck = { ...stateThatIs('running'), attention: new Alarmed().failure };
    expect(transition(saga, stuck, { event: new Alarmed() }).next.attention).toEqual(DISPUTED);
  });
});
