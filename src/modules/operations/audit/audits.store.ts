import type { AuditView } from '../contract/index.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { newId } from '#shared/kernel/ids.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A finished audit is written down once. */
export const audits: WriteKind<AuditView> = {
  name: 'insert audits',
  rank: Rank.mechanics,
  identity: ({ startedAt }) => `operations.audits/${startedAt}`,
  lost: () => new Error('an audit has a new id and cannot conflict'),
  async write(sql, rows) {
    const { rowCount } = await sql(
      `INSERT INTO operations.audits (id, violations, report)
       SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::jsonb[])`,
      [rows.map(newId), rows.map(({ violations }) => violations), rows.map((report) => JSON.stringify(report))],
    );
    return rowCount === rows.length ? [] : rows;
  },
};

@Injectable()
export class AuditsStore {
  constructor(private readonly source: DataSource) {}

  async last(): Promise<AuditView | undefined> {
    const [row] = await this.source.query<{ report: AuditView }[]>(
      'SELECT report FROM operations.audits ORDER BY id DESC LIMIT 1',
    );
    return row?.report;
  }

  /** What the last one said of each rule; nothing before the first. */
  async lastRules(): Promise<AuditView['rules']> {
    const [row] = await this.source.query<{ rules: AuditView['rules'] }[]>(
      `SELECT report -> 'rules' AS rules FROM operations.audits ORDER BY id DESC LIMIT 1`,
    );
    return row?.rules ?? [];
  }

  /** How long ago the last one came to its result, on the database's clock. */
  async ageSeconds(): Promise<number | undefined> {
    const [row] = await this.source.query<{ age: number }[]>(
      `SELECT extract(epoch FROM now() - finished_at)::float8 AS age FROM operations.audits ORDER BY id DESC LIMIT 1`,
    );
    return row?.age;
  }
}
