import { eventsOf, markedIn, namesOf, type SagaDefinition } from './definition.js';

const firstRepeated = <T>(items: readonly T[]): T | undefined =>
  items.find((item, index) => items.indexOf(item) !== index);

/**
 * Refuses at boot what could only fail at night: two steps with one name, present or former (their markers would be one),
 * an event that means two things, a saga without steps, a refusal after steps that cannot be undone.
 */
export function check(definition: SagaDefinition): void {
  const complain = (problem: string): never => {
    throw new Error(`saga ${definition.name}: ${problem}`);
  };
  if (definition.steps.length === 0) complain('has no steps');

  const twice = firstRepeated(markedIn(definition).map(({ name }) => name));
  if (twice) complain(`two steps are called ${twice}`);
  const claimed = firstRepeated(markedIn(definition).flatMap(namesOf));
  if (claimed) complain(`two steps are or were called ${claimed}`);

  const ambiguous = firstRepeated(eventsOf(definition));
  if (ambiguous) complain(`${ambiguous.name} means two things`);

  const canTurnBack = (definition.expires ?? true) || definition.steps.some((step) => step.refused);
  if (canTurnBack && !definition.whenUndone) complain('can turn back, but has no last word for it');

  const lastRefusable = definition.steps.findLastIndex((step) => step.refused);
  const stuck = definition.steps.slice(0, Math.max(lastRefusable, 0)).find((step) => !step.undo);
  if (stuck) complain(`${stuck.name} cannot be undone, but a later step may be refused`);
}
