import type { Unit } from '../database/unit-of-work/unit.js';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const TELLS_EFFECTS = 'ichido:tells-effects';

/** Marks a provider that can say in sentences what a unit of work is about to change. */
export const TellsEffects = (): CustomDecorator => SetMetadata(TELLS_EFFECTS, true);

/** Knows the rows of its own module, and says for a person what they would change: `stock TEA +1`. */
export interface EffectTeller {
  effectsOf(unit: Unit): string[];
}

/** Entities of a class that the unit has read and changed, each with a member as it was read. */
export function* changed<Entity extends object, Member extends keyof Entity & string>(
  unit: Unit,
  type: abstract new (...args: never[]) => Entity,
  member: Member,
): Generator<{ readonly entity: Entity; readonly before: Entity[Member] }> {
  for (const { entity, snapshot } of unit.loadedEntities) {
    if (entity instanceof type && entity[member] !== snapshot[member])
      yield { entity, before: snapshot[member] as Entity[Member] };
  }
}
