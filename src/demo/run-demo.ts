import { checkBooks } from './books.js';
import { findCallers } from './callers.js';
import { LAYERS, stoppedSince } from './layers.js';
import { orderedGoods } from './goods.js';
import { reportLines, type Report } from './report.js';
import type { Stage } from './story.js';
import { STORIES } from './stories.js';
import { Teller, type Outlet } from './teller.js';
import { ENDED, type Ended } from '../ops/command.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

/** What the demo needs of the world around it. */
export interface DemoSurroundings extends Outlet {
  readonly variables: NodeJS.ProcessEnv;
}

/** What was typed behind `npm run demo`, and what the process ends with. */
export async function runDemo(typed: readonly string[], around: DemoSurroundings): Promise<Ended> {
  try {
    const { json, url } = wanted(typed);
    const teller = new Teller(around, json);
    const report = await play(teller, around.variables, url);
    if (json) around.print(`${JSON.stringify(report)}\n`);
    else teller.tell(...reportLines(report));
    return report.wrong.length === 0 ? ENDED.well : ENDED.refused;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    around.say(error.message);
    return ENDED.unasked;
  }
}

function wanted(typed: readonly string[]): { readonly json: boolean; readonly url?: string } {
  try {
    const { values } = parseArgs({
      args: [...typed],
      options: { json: { type: 'boolean', default: false }, url: { type: 'string' } },
    });
    return values;
  } catch {
    throw new CannotStart('Usage: npm run demo [-- --json] [--url <address of the service>]');
  }
}

async function play(teller: Teller, variables: NodeJS.ProcessEnv, url?: string): Promise<Report> {
  const beganAt = Date.now();
  const { shop, operator, provider } = await findCallers(url, variables, `demo-${randomUUID().slice(0, 8)}`);
  const before = await operator.stoppedByLayer();
  const goods = await orderedGoods(operator);
  const stage: Stage = { shop, operator, provider, goods };
  const told: Report['stories'][number][] = [];
  for (const story of STORIES) {
    teller.title(story.title, story.before);
    const outcome = await story.play(stage);
    teller.tell(...outcome.map((line) => `  → ${line}`), '');
    told.push({ title: story.title, outcome });
  }
  teller.title(
    'The books',
    'When nothing is under way any more, our orders are compared with the books of the provider.',
  );
  const books = await checkBooks(stage);
  const stopped = stoppedSince(before, await operator.stoppedByLayer());
  return {
    stories: told,
    stopped: LAYERS.map(({ layer, name, repeats }) => ({ layer, name, repeats, count: stopped[layer] })),
    ...books,
    seconds: Math.round((Date.now() - beganAt) / 1_000),
  };
}
