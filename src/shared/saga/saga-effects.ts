import { SagaInstance } from './saga.entity.js';
import { stepInserts, stepUpdates } from './step-writes.js';
import { changed, TellsEffects, type EffectTeller } from '../effects/effect-teller.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { Injectable } from '@nestjs/common';

/** Where the sagas of a unit go. */
@TellsEffects()
@Injectable()
export class SagaEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    const begun = [...unit.insertedEntities].filter((entity) => entity instanceof SagaInstance);
    return [
      ...[...changed(unit, SagaInstance, 'attention')].map(({ entity: { definition, attention } }) =>
        attention ? `saga ${definition} needs a person: ${attention.code}` : `saga ${definition} needs nobody any more`,
      ),
      ...[...changed(unit, SagaInstance, 'stop')].flatMap(({ entity }) =>
        entity.stop ? [`saga ${entity.definition} turns back at its next step: ${entity.stop.code}`] : [],
      ),
      ...begun.map(({ definition }) => `saga ${definition} begins`),
      ...[...changed(unit, SagaInstance, 'status')].map(
        ({ entity, before }) => `saga ${entity.definition}: ${before} → ${entity.status}`,
      ),
      ...[...unit.rowsOf(stepUpdates), ...unit.rowsOf(stepInserts)].map(
        ({ step: { name, status } }) => `step ${name}: ${status}`,
      ),
    ];
  }
}
