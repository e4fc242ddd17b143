import type { Measurement, RunReading } from './measurement.ts';
import type { Options } from '../options.ts';
import { readDatabase, type DatabaseReading } from '../readings/database-reading.ts';
import { cpuSeconds, cpuSecondsOfFamily, peakMemoryMb } from '../readings/process-readings.ts';
import type { DatabaseServer } from '../stack/database-server.ts';
import type { LoadProcess } from '../stack/load-process.ts';
import { eventsOfNewOrders } from '../stack/provider-events.ts';
import type { System } from '../stack/system.ts';

/** A run that shows nothing: wrong answers came back, or what was left behind does not add up. */
export class VoidRun extends Error {
  override readonly name = 'VoidRun';
}

interface Counters {
  readonly system?: number;
  readonly database?: number;
  readonly provider?: number;
  readonly load?: number;
  readonly written: DatabaseReading;
}

/** Runs one measurement once. Throws VoidRun when an answer was not what it should be. */
export async function measureOnce(
  measurement: Measurement,
  system: System,
  { database, load, options }: { database: DatabaseServer; load: LoadProcess; options: Options },
): Promise<RunReading> {
  const counters: Counters[] = [];
  const count = async (): Promise<void> => {
    const cpu = {
      system: cpuSeconds(system.pids),
      database: cpuSecondsOfFamily(database.pid),
      provider: cpuSeconds([system.sandboxPid]),
      load: cpuSeconds([load.pid]),
    };
    counters.push({ ...cpu, written: await readDatabase(database) });
  };
  const { wrong, statuses, ...result } = await load.measure(
    {
      urls: [system, ...(system.siblings ?? [])].map((one) => measurement.url?.(one) ?? one.orders),
      headers: system.headers,
      traffic: await measurement.traffic({ system, eventsOfNewOrders: (orders) => eventsOfNewOrders(system, orders) }),
      clients: measurement.clients ?? options.clients,
      warmUpMs: measurement.burst ? 0 : options.warmUpMs,
      windowMs: options.windowMs,
      rate: options.rate,
      expected: measurement.expected,
      containing: measurement.containing,
    },
    { opened: count, closed: count },
  );
  if (wrong.length > 0 || result.answered === 0)
    throw new VoidRun(`${measurement.name}: ${JSON.stringify(statuses)}, for example ${wrong[0] ?? 'nothing at all'}`);
  return { ...result, ...perAnswer(counters, result.answered), peakMemoryMb: peakMemoryMb(system.pids) };
}

function perAnswer([before, after]: readonly Counters[], answers: number) {
  const cpu = (part: 'system' | 'database' | 'provider' | 'load'): number | undefined => {
    const [from, to] = [before?.[part], after?.[part]];
    return from === undefined || to === undefined ? undefined : ((to - from) * 1000) / answers;
  };
  const written = (what: keyof DatabaseReading): number =>
    Number(after!.written[what] - before!.written[what]) / answers;
  return {
    cpuMs: { system: cpu('system'), database: cpu('database'), provider: cpu('provider'), load: cpu('load') },
    commits: written('writingTransactions'),
    walBytes: written('walBytes'),
  };
}
