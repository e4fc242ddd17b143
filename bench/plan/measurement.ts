import type { LoadResult, Traffic } from '../load/load-order.ts';
import type { System, SystemName } from '../stack/system.ts';

/** Something that is measured: one kind of traffic at one system. */
export interface Measurement {
  /** Its stable name, in `--only` and in `--json`. */
  readonly name: string;
  /** For a person. */
  readonly title: string;
  readonly system: SystemName;
  readonly traffic: (system: System) => Traffic;
  /** Sent to where repetitions go. */
  readonly repeats?: boolean;
  /** As many as the options say unless it is about the number. */
  readonly clients?: number;
  readonly expected: readonly number[];
  readonly containing?: string;
}

/** What one run of a measurement has shown. Absent where this machine does not tell. */
export interface RunReading extends Omit<LoadResult, 'wrong' | 'statuses'> {
  /** Milliseconds of CPU per answer. */
  readonly cpuMs: {
    readonly system?: number;
    readonly database?: number;
    readonly provider?: number;
    readonly load?: number;
  };
  /** The most MB that the system's processes have held since they were started. */
  readonly peakMemoryMb?: number;
  /** Writing transactions and bytes of write-ahead log per answer. */
  readonly commits: number;
  readonly walBytes: number;
}
