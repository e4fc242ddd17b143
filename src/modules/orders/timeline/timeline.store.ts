import type { TimelineItem, TimelineKind } from '../contract/index.js';
import { sideBySide } from '#shared/database/side-by-side.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A line of the timeline as it is kept. */
export interface TimelineRow extends Pick<TimelineItem, 'kind' | 'step' | 'detail'> {
  readonly orderId: string;
  readonly messageId: string;
  readonly tenantId: string;
  readonly at: Date;
}

const GIVEN = sideBySide({
  order_id: 'uuid',
  message_id: 'uuid',
  tenant_id: 'text',
  at: 'timestamptz',
  kind: 'text',
  step: 'text',
  detail: 'text',
});

/** One line for one message. Nothing can conflict: a message is consumed once. */
export const timelineRows: WriteKind<TimelineRow> = {
  name: 'insert timeline',
  rank: Rank.insert,
  identity: ({ messageId }) => `orders.timeline/${messageId}`,
  lost: () => new Error('a message was told twice'),
  async write(sql, rows) {
    const { rowCount } = await sql(
      `INSERT INTO orders.timeline (order_id, message_id, tenant_id, at, kind, step, detail) ${GIVEN}`,
      [
        rows.map((row) => row.orderId),
        rows.map((row) => row.messageId),
        rows.map((row) => row.tenantId),
        rows.map((row) => row.at),
        rows.map((row) => row.kind),
        rows.map((row) => row.step ?? null),
        rows.map((row) => row.detail),
      ],
    );
    return rowCount === rows.length ? [] : rows;
  },
};

@Injectable()
export class TimelineStore {
  constructor(private readonly source: DataSource) {}

  async ofOrder(orderId: string): Promise<(Pick<TimelineItem, 'kind' | 'step' | 'detail'> & { at: Date })[]> {
    const rows = await this.source.query<{ at: Date; kind: TimelineKind; step: string | null; detail: string }[]>(
      'SELECT at, kind, step, detail FROM orders.timeline WHERE order_id = $1 ORDER BY at, message_id',
      [orderId],
    );
    return rows.map(({ step, ...row }) => ({ ...row, step: step ?? undefined }));
  }
}
