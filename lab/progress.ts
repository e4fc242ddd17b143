import type { Tally } from './clients/tally.js';
import type { FaultRecord } from './faults/fault-record.js';
import type { InFlightWatch } from './readings/in-flight.js';

/** What is told while somebody waits. */
interface Counted {
  readonly tally: Tally;
  readonly record: FaultRecord;
  readonly watch: InFlightWatch;
}

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** One line that says how far the run is, each time it is asked for. */
export const progressOf =
  (durationMs: number, beganAt: number, { tally, record, watch }: Counted) =>
  (): string => {
    const { sagas = 0, inDoubt = 0, serving = 0 } = watch.samples.at(-1) ?? {};
    return [
      `${clock(performance.now() - beganAt)} of ${clock(durationMs)}`,
      `${record.injected.length} faults`,
      `${tally.orders} orders asked for, ${tally.decided} requests decided, ${tally.lost} answers lost`,
      `${sagas} sagas in flight, ${inDoubt} of them in doubt`,
      `${serving} instances serve`,
    ].join('; ');
  };
