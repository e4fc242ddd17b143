import { page } from './page.js';
import type { LabReport, Timeline } from './lab-report.js';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
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

/** Keeps what the clients have heard, whose lines the findings name; its path. */
export async function keepHeard(folder: string, seed: number, heardFile: string): Promise<string> {
  const path = join(folder, `${seed}.heard.jsonl`);
  await mkdir(folder, { recursive: true });
  await copyFile(heardFile, path);
  return path;
}
