import { Crowd } from './clients/crowd.js';
import { FrontDoor } from './clients/front-door.js';
import { HeardLog } from './clients/heard-log.js';
import { Tally } from './clients/tally.js';
import { comeToRest } from './come-to-rest.js';
import { FaultRecord } from './faults/fault-record.js';
import { inject } from './faults/injection.js';
import { Trouble } from './faults/trouble.js';
import { judge } from './judge.js';
import type { Options } from './options.js';
import { plannedFaults } from './plan/planned-faults.js';
import { progressOf } from './progress.js';
import { Watches } from './readings/watches.js';
import type { LabReport, Timeline } from './report/lab-report.js';
import { openStage } from './stack/stage.js';
import type { RunningStack } from '../bench/stack/running-stack.ts';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Often enough to see that it goes on. */
const SAID_EVERY_MS = 5_000;
/** Soon enough that a fault of the provider stands at its place in the drawing. */
const TOLD_EVERY_MS = 250;

/** What a run has come to, and how it went. */
export interface LabRun {
  readonly report: LabReport;
  readonly timeline: Timeline;
  /** What the clients have heard, an object a line; there until the stack ends. */
  readonly heardFile: string;
}

/** Plays one run to its end and judges it. `stack` ends what is started here. Rejects when it could not be played. */
export async function runLab(options: Options, stack: RunningStack, say: (line: string) => void): Promise<LabRun> {
  const { seed, durationMs, instances } = options;
  const plan = plannedFaults({ seed, durationMs, instances });
  say(`seed ${seed}: ${plan.length} faults in ${(durationMs / 60_000).toFixed(1)} minutes on ${instances} instances`);
  const stage = await openStage(instances, stack);
  const heard = new HeardLog(join(stage.folder, 'heard.jsonl'));
  stack.add('the log', () => heard.close());
  const door = new FrontDoor(() => stage.doors(), heard, new Tally());
  const crowd = new Crowd(seed, door, stage.providerUrl);
  await crowd.operator.stockUp();

  const [startedAt, beganAt] = [new Date().toISOString(), performance.now()];
  const record = new FaultRecord(beganAt);
  const trouble = await Trouble.on(stage, record);
  const watches = new Watches(stage, beganAt);
  stack.add('the watches', () => watches.end());
  watches.also(TOLD_EVERY_MS, () => trouble.look());
  const progress = progressOf(durationMs, beganAt, { tally: door.tally, record, watch: watches.inFlight });
  watches.also(SAID_EVERY_MS, async () => say(progress()));

  const busy = new AbortController();
  const lived = crowd.live(busy.signal);
  const injected = inject(plan, trouble, busy.signal, say);
  stack.add('the faults', async () => {
    busy.abort();
    await injected;
    await trouble.calm();
  });
  await pause(durationMs, undefined, { signal: stack.signal });
  busy.abort();
  await injected;
  await trouble.heal();
  watches.memory.enough();
  say('nothing is broken any more');
  await lived;
  const seconds = (performance.now() - beganAt) / 1_000;
  const rest = await comeToRest(stage, crowd, door.tally, stack.signal);
  say('looking at everything that is left');
  await Promise.all([watches.end(), heard.close()]);

  const evidence = { stage, tally: door.tally, record, watches, kills: trouble.processes.kills, heardFile: heard.file };
  const report = await judge(evidence, { options, planned: plan.length, startedAt, seconds, rest });
  const timeline = { durationMs, faults: record.injected, inFlight: watches.inFlight.samples };
  return { report, timeline, heardFile: heard.file };
}
