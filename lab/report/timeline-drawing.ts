import type { InFlight } from '../readings/in-flight.js';
import type { Timeline } from './lab-report.js';
import { FAULT_KINDS } from '../plan/fault-kinds.js';
import { svgText } from '../../bench/report/svg-text.ts';

const WIDTH = 1_120;
const LEFT = 240;
const RIGHT = 20;
const LINE = 17;
const FLIGHT = 130;
const TOP = 26;

/** Minutes between two marks of the axis, so that there are at most a dozen. */
const STEPS = [0.25, 0.5, 1, 5, 10, 30, 60, 240];
const MOST_MARKS = 12;

/**
 * Faults by kind, each a stroke, above the sagas in flight, of which the darker part waits for the provider, all over one
 * axis of time. Colours are those of the page that it stands in.
 */
export function timelineDrawing({ durationMs, faults, inFlight }: Timeline): string {
  const end = Math.max(durationMs, inFlight.at(-1)?.at ?? 0, 1);
  const x = (at: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(at, end)) / end;
  const bottom = TOP + FAULT_KINDS.length * LINE;
  const height = bottom + FLIGHT + 60;
  const rows = FAULT_KINDS.flatMap((kind, row) => {
    const y = TOP + row * LINE;
    const strokes = faults.filter((fault) => fault.kind === kind).map(({ at }) => `M${x(at).toFixed(1)} ${y}v11`);
    return [
      `<text class="name" x="${LEFT - 10}" y="${y + 10}" text-anchor="end">${svgText(kind)}, ${strokes.length}</text>`,
      `<path class="fault" d="${strokes.join('')}"/>`,
    ];
  });
  const most = Math.max(1, ...inFlight.map(({ sagas }) => sagas));
  const floor = bottom + 20 + FLIGHT;
  const area = (read: (sample: InFlight) => number): string => {
    const points = inFlight.map(
      (sample) => `${x(sample.at).toFixed(1)} ${(floor - (FLIGHT * read(sample)) / most).toFixed(1)}`,
    );
    return `M${LEFT} ${floor}${points.map((point) => `L${point}`).join('')}L${x(inFlight.at(-1)?.at ?? 0).toFixed(1)} ${floor}Z`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Faults and sagas in flight over time">`,
    ...rows,
    `<path class="flight" d="${area(({ sagas }) => sagas)}"/>`,
    `<path class="doubt" d="${area(({ inDoubt }) => inDoubt)}"/>`,
    `<text class="name" x="${LEFT - 10}" y="${floor - FLIGHT + 10}" text-anchor="end">sagas in flight, at most ${most}</text>`,
    `<text class="name" x="${LEFT - 10}" y="${floor - FLIGHT + 27}" text-anchor="end">dark: in doubt about the provider</text>`,
    `<path class="axis" d="M${LEFT} ${floor}H${WIDTH - RIGHT}"/>`,
    ...marks(end).map(
      ({ at, label }) =>
        `<path class="axis" d="M${x(at).toFixed(1)} ${floor}v5"/><text class="name" x="${x(at).toFixed(1)}" y="${floor + 19}" text-anchor="middle">${label}</text>`,
    ),
    `<path class="end" d="M${x(durationMs).toFixed(1)} ${TOP}V${floor}"/>`,
    `<text class="name" x="${x(durationMs).toFixed(1)}" y="${TOP - 8}" text-anchor="end">nothing is broken from here on</text>`,
    '</svg>',
  ].join('\n');
}

function marks(end: number): { at: number; label: string }[] {
  const minutes = end / 60_000;
  const step = STEPS.find((each) => minutes / each <= MOST_MARKS) ?? STEPS.at(-1)!;
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, nth) => ({
    at: nth * step * 60_000,
    label: `${nth * step} min`,
  }));
}
