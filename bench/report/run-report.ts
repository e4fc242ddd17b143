import type { Figure } from './figures.ts';
import { allPass, type Verdict } from './verdicts.ts';
import type { Options } from '../options.ts';
import type { DatabaseServer } from '../stack/database-server.ts';
import { cpus, totalmem } from 'node:os';

/** Where it was measured: absolute figures mean nothing elsewhere. */
export interface MachineReport {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly platform: string;
  readonly node: string;
  readonly postgres: string;
}

/** What `--json` prints; names are stable, members are only added. */
export interface RunReport {
  readonly measuredAt: string;
  readonly machine: MachineReport;
  readonly clients: number;
  readonly rounds: number;
  readonly windowSeconds: number;
  /** What the whole run has taken, from its first program to its last audit. */
  readonly seconds: number;
  /** What one small durable commit takes while nothing else happens: the median, in ms. */
  readonly commitMs: number;
  readonly figures: readonly Figure[];
  readonly bars: readonly Verdict[];
  /** Whether a bar was measured, and every one that was passes. */
  readonly pass: boolean;
}

export async function describeMachine({ admin }: DatabaseServer): Promise<MachineReport> {
  const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: rows[0]!.server_version,
  };
}

export function runReport(
  options: Options,
  measured: Pick<RunReport, 'machine' | 'commitMs' | 'figures' | 'bars' | 'seconds'>,
): RunReport {
  const { clients, rounds, windowMs } = options;
  return {
    measuredAt: new Date().toISOString(),
    machine: measured.machine,
    clients,
    rounds,
    windowSeconds: windowMs / 1000,
    seconds: measured.seconds,
    commitMs: measured.commitMs,
    figures: measured.figures,
    bars: measured.bars,
    pass: allPass(measured.bars),
  };
}
