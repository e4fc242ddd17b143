import { drawnInWords, drawnSaga } from '../../src/console/page/order/drawn-saga.js';
import type { SagaStep } from '../../src/console/page/order/saga.js';

const TABLE = {
  name: 'place-order',
  startsOn: 'OrderPlaced',
  steps: [
    { name: 'pay', done: 'Paid', undo: { name: 'refund', done: 'Refunded' } },
    { name: 'reserve', done: 'Reserved', undo: { name: 'release', done: 'Released' } },
    { name: 'confirm', done: 'Confirmed' },
  ],
  whenUndone: { name: 'cancel', done: 'Cancelled' },
};

const marker = (name: string, status: string, more: Partial<SagaStep> = {}): SagaStep => ({
  name,
  status,
  kind: 'forward',
  generation: 1,
  startedAt: '2026-03-14T09:26:53.000Z',
  ...more,
});

const told = (...steps: SagaStep[]): string => drawnInWords(drawnSaga(TABLE, { steps }));

describe('the drawing of a saga', () => {
  it('has every box of its table before anything has begun', () => {
    expect(told()).toBe(
      'pay: not begun; refund: not begun; reserve: not begun; release: not begun; confirm: not begun; cancel: not begun',
    );
  });

  it('marks the step that is open, also one of which nobody knows', () => {
    expect(told(marker('pay', 'done'), marker('reserve', 'pending'))).toMatch(
      /^pay: done; .*reserve: pending, the current step; /,
    );
    expect(told(marker('pay', 'unknown'))).toMatch(/^pay: unknown, the current step; /);
  });

  it('shows the undos and the last word of one that turned back', () => {
    const undone = { kind: 'compensation' } as const;
    expect(
      told(
        marker('pay', 'done'),
        marker('reserve', 'refused'),
        marker('refund', 'done', undone),
        marker('cancel', 'pending', undone),
      ),
    ).toBe(
      'pay: done; refund: done; reserve: refused; release: not begun; confirm: not begun; cancel: pending, the current step',
    );
  });

  it('knows a step and its undo by the names under which an earlier version began them', () => {
    const [pay, ...rest] = TABLE.steps;
    const renamed = {
      ...pay!,
      name: 'charge',
      formerly: ['pay'],
      undo: { ...pay!.undo!, name: 'repay', formerly: ['refund'] },
    };
    const steps = [marker('pay', 'done'), marker('refund', 'pending', { kind: 'compensation' })];
    expect(drawnInWords(drawnSaga({ ...TABLE, steps: [renamed, ...rest] }, { steps }))).toMatch(
      /^charge: done; repay: pending, the current step; /,
    );
  });

  it('shows the last of several attempts at a step, whatever the order they come in', () => {
    const { rows } = drawnSaga(TABLE, {
      steps: [marker('pay', 'pending', { generation: 2 }), marker('pay', 'refused')],
    });
    expect(rows[0]!.step).toMatchObject({ status: 'pending', generation: 2 });
  });
});
