import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { TellsEffects, type EffectTeller } from '#shared/effects/effect-teller.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { Injectable } from '@nestjs/common';

/** Only a stored refusal without a saga goes: one that was claimed anew or released meanwhile is looked at again. */
export const releasedKeys: WriteKind<{ readonly id: string }> = {
  name: 'release keys',
  rank: Rank.mechanics,
  identity: ({ id }) => `released idempotency.records/${id}`,
  lost: (rows) => new VersionConflict(`key ${rows.map(({ id }) => id).join(', ')} has changed meanwhile`),
  async write(sql, rows) {
    const { rows: gone } = await sql<{ id: string }>(
      `DELETE FROM idempotency.records
       WHERE id = ANY($1::uuid[]) AND state = 'decided' AND saga_id IS NULL AND status >= 400 RETURNING id`,
      [rows.map(({ id }) => id)],
    );
    const released = new Set(gone.map(({ id }) => id));
    return rows.filter(({ id }) => !released.has(id));
  },
};

@TellsEffects()
@Injectable()
export class KeyEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    return unit.rowsOf(releasedKeys).map(({ id }) => `key ${id} may be used anew`);
  }
}
