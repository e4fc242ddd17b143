import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';
import { TellsEffects, type EffectTeller } from '../effects/effect-teller.js';
import { Injectable } from '@nestjs/common';

export interface Reopening {
  readonly id: string;
  readonly eventId: string;
}

/** Only what was set aside is opened again: of two who do so at once the second decides again and finds it open. */
export const inboxReopenings: WriteKind<Reopening> = {
  name: 'reopen inbox',
  rank: Rank.mechanics,
  identity: ({ id }) => `messaging.inbox/${id}`,
  lost: (rows) => new VersionConflict(`message ${rows.map(({ id }) => id).join(', ')} was decided by another unit`),
  async write(sql, rows) {
    const { rows: opened } = await sql<{ id: string }>(
      `UPDATE messaging.inbox SET status = 'received', detail = NULL, decided_at = NULL
       WHERE id = ANY($1::uuid[]) AND status IN ('parked', 'quarantined') RETURNING id`,
      [rows.map(({ id }) => id)],
    );
    const open = new Set(opened.map(({ id }) => id));
    return rows.filter(({ id }) => !open.has(id));
  },
};

/** Which messages of others are looked at anew. */
@TellsEffects()
@Injectable()
export class InboxEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    return unit.rowsOf(inboxReopenings).map(({ eventId }) => `message ${eventId} is looked at again`);
  }
}
