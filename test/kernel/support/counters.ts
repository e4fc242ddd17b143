import { GuardRefused } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';

/** What a unit wants of a counter. */
export interface Taken {
  readonly counter: string;
  readonly amount: number;
}

export const shortOf = (counter: string): string => `short of ${counter}`;

/** Takes from counters that may not go below zero; what many take from one is one sum. */
export const takings: WriteKind<Taken> = {
  name: 'take',
  rank: Rank.stock,
  identity: ({ counter }) => `bench.counters/${counter}`,
  fold: (same) => ({ counter: same[0]!.counter, amount: same.reduce((sum, { amount }) => sum + amount, 0) }),
  lost: (rows) => new GuardRefused(rows.map(({ counter }) => shortOf(counter))),
  async write(sql, rows) {
    const { rows: taken } = await sql<{ name: string }>(
      `UPDATE bench.counters c SET amount = c.amount - v.amount
       FROM unnest($1::text[], $2::bigint[]) AS v(name, amount)
       WHERE c.name = v.name AND c.amount >= v.amount RETURNING c.name`,
      [rows.map(({ counter }) => counter), rows.map(({ amount }) => amount)],
    );
    const accepted = new Set(taken.map(({ name }) => name));
    return rows.filter(({ counter }) => !accepted.has(counter));
  },
};

/** A name that only one unit can have. */
export const names: WriteKind<string> = {
  name: 'claim names',
  rank: Rank.claim,
  identity: (name) => `bench.names/${name}`,
  lost: (rows) => new NameTaken(rows.join(', ')),
  async write(sql, rows) {
    // DO NOTHING: of two that claim one name at once the second is told so.
    const { rows: claimed } = await sql<{ name: string }>(
      'INSERT INTO bench.names SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING name',
      [rows],
    );
    const won = new Set(claimed.map(({ name }) => name));
    return rows.filter((name) => !won.has(name));
  },
};

/** A late claim: other rows of its unit are written before it. */
export const lateNames: WriteKind<string> = { ...names, name: 'claim names late', rank: Rank.mechanics };

export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}
