import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { Rank, type WriteKind } from '../database/unit-of-work/write-kind.js';
import { TellsEffects, type EffectTeller } from '../effects/effect-teller.js';
import { Injectable } from '@nestjs/common';

export interface Redrive {
  readonly consumer: string;
  readonly messageId: string;
  readonly name: string;
  readonly waitingBehind: number;
}

/**
 * Gives dead letters all their attempts again under the same ids, so that whoever has consumed one knows it. Of two who
 * do so at once the second decides again and finds it alive.
 */
export const redrives: WriteKind<Redrive> = {
  name: 'redrive deliveries',
  rank: Rank.mechanics,
  identity: ({ consumer, messageId }) => `messaging.deliveries/${consumer}/${messageId}`,
  lost: (rows) => new VersionConflict(`${rows.map(({ messageId }) => messageId).join(', ')}: no dead letter any more`),
  async write(sql, rows) {
    const { rows: alive } = await sql<{ message_id: string; consumer: string }>(
      `UPDATE messaging.deliveries AS d SET attempts = 0, dead_at = NULL, ready_at = now()
       FROM unnest($1::text[], $2::uuid[]) AS v(consumer, message_id)
       WHERE d.consumer = v.consumer AND d.message_id = v.message_id AND d.dead_at IS NOT NULL
       RETURNING d.message_id, d.consumer`,
      [rows.map(({ consumer }) => consumer), rows.map(({ messageId }) => messageId)],
    );
    const redriven = new Set(alive.map((row) => `${row.consumer}~${row.message_id}`));
    return rows.filter(({ consumer, messageId }) => !redriven.has(`${consumer}~${messageId}`));
  },
};

/** Which dead letters are delivered again. */
@TellsEffects()
@Injectable()
export class RedriveEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    return unit
      .rowsOf(redrives)
      .map(
        ({ consumer, name, messageId, waitingBehind }) =>
          `${name} ${messageId} is delivered to ${consumer} again, then ${waitingBehind} behind it`,
      );
  }
}
