import type { DeclaredMarked, DeclaredSaga, SagaDetail, SagaStep } from './saga.js';

/** One box of the drawing. */
export interface DrawnStep {
  readonly name: string;
  /** As its marker says; `not begun` without one. */
  readonly status: string;
  readonly isCurrent: boolean;
  /** How often a new attempt was needed. */
  readonly generation: number;
}

export interface DrawnRow {
  readonly step: DrawnStep;
  readonly undo?: DrawnStep;
}

/** What is drawn: the steps in their order, each with its undo, and the last word after all undos. */
export interface DrawnSaga {
  readonly rows: readonly DrawnRow[];
  readonly lastWord?: DrawnStep;
}

const isOpen = (status: string): boolean => status === 'pending' || status === 'unknown';

/** Lays the markers of a saga over its table. */
export function drawnSaga(table: DeclaredSaga, { steps }: Pick<SagaDetail, 'steps'>): DrawnSaga {
  const drawn = ({ name, formerly = [] }: DeclaredMarked, kind: SagaStep['kind']): DrawnStep => {
    const names = [name, ...formerly];
    const attempts = steps.filter((step) => names.includes(step.name) && step.kind === kind);
    const last = attempts.toSorted((a, b) => a.generation - b.generation).at(-1);
    const status = last?.status ?? 'not begun';
    return { name, status, isCurrent: isOpen(status), generation: last?.generation ?? 1 };
  };
  return {
    rows: table.steps.map(({ undo, ...step }) => ({
      step: drawn(step, 'forward'),
      undo: undo && drawn(undo, 'compensation'),
    })),
    lastWord: table.whenUndone && drawn(table.whenUndone, 'compensation'),
  };
}

/** The drawing in one sentence for each box, for whoever cannot see it. */
export const drawnInWords = ({ rows, lastWord }: DrawnSaga): string =>
  [...rows.flatMap(({ step, undo }) => [step, ...(undo ? [undo] : [])]), ...(lastWord ? [lastWord] : [])]
    .map(({ name, status, isCurrent }) => `${name}: ${status}${isCurrent ? ', the current step' : ''}`)
    .join('; ');
