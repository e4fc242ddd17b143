import { VoidRun } from './measure.ts';
import { auditLeftovers } from '../stack/auditor.ts';
import type { DatabaseServer } from '../stack/database-server.ts';
import { untilQuiet } from '../stack/quiet.ts';
import type { System } from '../stack/system.ts';

/**
 * Waits until the system has nothing left to do and audits what it has left behind; answers with the ms that the first
 * took. Throws VoidRun with what the system has said last.
 */
export async function mustAddUp(name: string, database: DatabaseServer, system: System): Promise<number> {
  try {
    const quietMs = await untilQuiet(database, system.databaseUrl);
    await auditLeftovers(system);
    return quietMs;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new VoidRun(`${name}: ${what}\n${system.lastWords?.() ?? ''}`);
  }
}
