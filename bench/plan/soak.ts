import { measureOnce } from './measure.ts';
import { named } from './measurements.ts';
import { mustAddUp } from './must-add-up.ts';
import type { Options } from '../options.ts';
import type { Soak, SoakSample } from './soak-growth.ts';
import { describeMachine } from '../report/run-report.ts';
import { residentMemoryMb } from '../readings/process-readings.ts';
import type { Machine } from '../stack/machine.ts';

/** Of what the service can do when nothing holds it back. */
const SHARE_OF_FULL_LOAD = 0.7;

const INTERVAL_MS = 15_000;

/** Tables that are as small after an hour as after a minute, most of them empty: what they gain is bloat. */
const WORK = `
  SELECT (SELECT sum(pg_total_relation_size(t::regclass)) FROM unnest(ARRAY['messaging.outbox', 'messaging.deliveries',
      'graphile_worker._private_jobs', 'inventory.stock']) AS t)::float8 / 1048576 AS work,
    (SELECT sum(n_dead_tup) FROM pg_stat_user_tables)::int AS dead`;

/** Orders at a part of the full rate for so many minutes, and what becomes of memory and tables meanwhile. */
export async function soak(
  machine: Machine,
  options: Options,
  minutes: number,
  say: (line: string) => void,
): Promise<Soak> {
  const [place] = named(['place']);
  const { database, load } = machine;
  const ours = await machine.system('ours');
  const full = await measureOnce(place!, ours, { database, load, options });
  const rate = Math.max(1, Math.round(full.perSecond * SHARE_OF_FULL_LOAD));
  const samples: SoakSample[] = [];
  const steady = { ...options, warmUpMs: 0, windowMs: INTERVAL_MS, rate };
  for (let left = Math.ceil((minutes * 60_000) / INTERVAL_MS); left > 0; left--) {
    const { perSecond, p99 } = await measureOnce(place!, ours, { database, load, options: steady });
    const [tables] = await database.rows<{ work: number; dead: number }>(ours.databaseUrl, WORK);
    const memoryMb = residentMemoryMb(ours.pids);
    samples.push({ perSecond, p99, memoryMb, workMb: tables!.work, deadRows: tables!.dead });
    say(
      `${perSecond.toFixed(0)}/s  p99 ${p99.toFixed(0)} ms  ${memoryMb?.toFixed(0) ?? '–'} MB  tables ${tables!.work.toFixed(1)} MB`,
    );
  }
  await mustAddUp('soak', database, ours);
  return { measuredAt: new Date().toISOString(), machine: await describeMachine(database), minutes, rate, samples };
}
