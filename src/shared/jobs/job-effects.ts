import { dueNow, heldBack, letGoOn } from './due-now.js';
import type { JobRequest } from './job.js';
import { TellsEffects, type EffectTeller } from '../effects/effect-teller.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { Injectable } from '@nestjs/common';

/** Which jobs a unit queues, and which it makes due. */
@TellsEffects()
@Injectable()
export class JobEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    const queued = [...unit.writes].flatMap(([kind, rows]) => (kind.name === 'enqueue jobs' ? rows : []));
    return [
      ...(queued as JobRequest[]).map(({ key }) => `job ${key} is queued`),
      ...[...unit.rowsOf(dueNow), ...unit.rowsOf(letGoOn)].map(({ key }) => `job ${key} is due at once`),
      ...unit.rowsOf(heldBack).map(({ key }) => `job ${key} waits until it is let go`),
    ];
  }
}
