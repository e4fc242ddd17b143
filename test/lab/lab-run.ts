import { FAULT_KINDS, type FaultKind } from '../../lab/plan/fault-kinds.js';
import type { LabReport, Timeline } from '../../lab/report/lab-report.js';

const none = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as Record<FaultKind, number>;

/** The report of a run in which everything was well. */
export const wellReport: LabReport = {
  seed: 42,
  minutes: 1,
  instances: 2,
  leaseMs: 1_500,
  startedAt: '2026-11-30T08:00:00.000Z',
  orders: {
    asked: 10,
    made: 9,
    confirmed: 8,
    perSecond: 0.15,
    answeredAfterMs: { p50: 40, p95: 900, max: 4_000 },
  },
  requests: { asked: 30, lost: 2, decided: 25, gaveUp: 1, statuses: { 200: 5, 201: 20, 503: 3 } },
  problems: { out_of_stock: 3, payment_declined: 2 },
  webhooks: { statuses: { 200: 11, 503: 1 }, unanswered: 2, givenUp: 1 },
  operatorActs: { retry: 2 },
  faults: { planned: 4, injected: 3, byKind: { ...none, killed: 1, 'webhook late': 2 } },
  stopped: { api: 4, step: 1 },
  recoveryMs: {
    kills: 1,
    undecided: 2,
    inDoubt: 1,
    neverDecided: 3,
    slowest: [{ operation: 'orders.cancel', sagaId: 'f1', ms: 1_900 }],
    p50: 800,
    p95: 1_900,
    max: 1_900,
  },
  memory: [{ instance: 1, minutes: 0.8, fromMb: 120, toMb: 121, mbPerMinute: -0.4 }],
  quietByItselfAfterMs: 4_200,
  reconciled: { told: 12, missed: 4, open: 5 },
  handedToOperator: { inDoubt: 2, quarantined: 0, dead: 1 },
  quietAfterMs: 700,
  leftOpen: { inDoubt: 1, needsAttention: 0, parked: 6, quarantined: 7 },
  startsThatFailed: 8,
  diedByThemselves: 0,
  checked: { orders: 9 },
  violations: 0,
  found: [],
};

export const timeline: Timeline = {
  durationMs: 60_000,
  faults: [
    { at: 5_000, kind: 'killed' },
    { at: 9_000, kind: 'webhook late' },
    { at: 59_000, kind: 'webhook late' },
  ],
  inFlight: [
    { at: 250, sagas: 1, inDoubt: 0, serving: 2 },
    { at: 30_000, sagas: 8, inDoubt: 2, serving: 1 },
    { at: 62_000, sagas: 1, inDoubt: 1, serving: 2 },
  ],
};
