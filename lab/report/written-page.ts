import { page } from './page.js';
import type { LabReport, Timeline } from './lab-report.js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the page of a run into a folder; its path. */
export async function writePage(
  folder: string,
  { report, timeline }: { readonly report: LabReport; readonly timeline: Timeline },
): Promise<string> {
  const path = join(folder, `${report.seed}.html`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, page(report, timeline));
  return path;
}
