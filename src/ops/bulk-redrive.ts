import { isAgreed, keyOf, reasonOf } from './act.js';
import { actLines, type ActDocument } from './act-text.js';
import { ENDED, type Desk, type Ended } from './command.js';
import type { ErrorGroup } from './commands/jobs.commands.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import { Refused } from './refused.error.js';
import type { Wanted } from './wanted.js';

/** What one press of the service takes. */
const AT_ONCE = 500;

/** What became of one press. */
interface Pressed {
  readonly group: string;
  readonly idempotencyKey: string;
  /** What the service has answered, a refusal included; absent when it could not be asked. */
  readonly answer?: object;
  /** Dead letters that go their way again, or would. */
  readonly redriven: number;
  readonly failure?: string;
}

/** What is to be pressed of one error: so many times what one press takes. */
interface Planned {
  readonly group: string;
  readonly presses: number;
}

/**
 * Redrives the dead letters of one error, or of every error, one press after the other: each is an act of its own under
 * its own key, and one that fails does not stop the rest.
 */
export async function redriveGroups(group: string | undefined, wanted: Wanted, desk: Desk): Promise<Ended> {
  const { service, screen } = desk;
  const [reason, isRehearsal] = [reasonOf(wanted), wanted.has('dry-run')];
  const key = keyOf(wanted);
  const { items } = await service.read<{ items: readonly ErrorGroup[] }>('jobs/errors');
  const groups = items.filter((one) => group === undefined || one.group === group);
  const rehearsal = groups.map((one) => ({ group: one.group, presses: 1 }));
  const rehearse = (): Promise<Pressed[]> => pressAll(rehearsal, { reason, dryRun: true }, key, desk);
  const agreed = isRehearsal || groups.length === 0;
  if (!agreed && !(await isAgreed(wanted, desk, async () => screen.say(...rehearsed(await rehearse())))))
    return ENDED.refused;
  if (!agreed) screen.say(`Idempotency-Key: ${key}.<group>.<page>`);
  const pressed = isRehearsal ? await rehearse() : await pressAll(groups.map(planned), { reason }, key, desk);
  const failed = pressed.filter(({ failure }) => failure !== undefined);
  screen.show({ presses: pressed, failed: failed.length }, () => (isRehearsal ? rehearsed : summary)(pressed));
  if (failed.some(({ answer }) => answer === undefined)) return ENDED.unasked;
  return failed.length === 0 ? ENDED.well : ENDED.refused;
}

const planned = ({ group, count }: ErrorGroup): Planned => ({ group, presses: Math.ceil(count / AT_ONCE) });

async function pressAll(plan: readonly Planned[], body: object, key: string, desk: Desk): Promise<Pressed[]> {
  const pressed: Pressed[] = [];
  let total = plan.reduce((sum, { presses }) => sum + presses, 0);
  for (const { group, presses } of plan) {
    let left = presses;
    for (let page = 0; left > 0; page += 1) {
      const { wasPressedBefore, ...result } = await pressOne(group, page, body, key, desk);
      // What an earlier command with this key has done is no part of what was dead a moment ago.
      if (wasPressedBefore) total += 1;
      else left -= 1;
      pressed.push(result);
      const { failure, redriven } = result;
      const became = failure ?? (wasPressedBefore ? 'redriven before' : `${redriven} dead letters`);
      desk.screen.say(`${pressed.length} of ${total}: ${group}: ${became}`);
    }
  }
  return pressed;
}

async function pressOne(
  group: string,
  page: number,
  body: object,
  key: string,
  { service }: Desk,
): Promise<Pressed & { readonly wasPressedBefore: boolean }> {
  const idempotencyKey = `${key}.${group}.${page}`;
  const again = `--idempotency-key ${key}`;
  try {
    const { answer, wasPressedBefore } = await service.pressed<ActDocument>(
      'jobs/redrive',
      { group, ...body },
      idempotencyKey,
      again,
    );
    return { group, idempotencyKey, answer, redriven: wasPressedBefore ? 0 : answer.effects.length, wasPressedBefore };
  } catch (error) {
    return { group, idempotencyKey, ...notDone(error), wasPressedBefore: false };
  }
}

/** That nothing is dead any more is no failure: somebody else was faster. */
function notDone(error: unknown): { answer?: object; redriven: number; failure?: string } {
  if (error instanceof CouldNotAsk) return { redriven: 0, failure: error.message };
  if (!(error instanceof Refused)) throw error;
  const { problem, message } = error;
  return { answer: problem, redriven: 0, failure: problem.code === 'not_dead' ? undefined : message };
}

const counted = (pressed: readonly Pressed[]): number => pressed.reduce((sum, { redriven }) => sum + redriven, 0);

const rehearsed = (pressed: readonly Pressed[]): string[] => [
  ...pressed.flatMap(({ answer, redriven }) => (redriven > 0 ? actLines(answer as ActDocument) : [])),
  pressed.length === 0
    ? 'No dead letters.'
    : `Would be redriven: ${counted(pressed)}, of each error up to ${AT_ONCE} shown`,
];

function summary(pressed: readonly Pressed[]): string[] {
  if (pressed.length === 0) return ['No dead letters.'];
  const failed = pressed.filter(({ failure }) => failure !== undefined);
  return [
    `Redriven: ${counted(pressed)} dead letters in ${pressed.length} presses, ${failed.length} of which failed.`,
    ...failed.map(({ group, idempotencyKey, failure }) => `  ${group} under ${idempotencyKey}: ${failure}`),
  ];
}
