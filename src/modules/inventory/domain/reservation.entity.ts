import { now } from '#shared/kernel/clock.js';
import { Check, Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';

/** `active → sold → returned` or `active → released`: each way exactly once. */
export type ReservationStatus = 'active' | 'released' | 'sold' | 'returned';

/** One SKU held for one order: the account by which reserve, release, sale and return are idempotent. */
@Entity({ schema: 'inventory', name: 'reservations' })
@Check('reservations_quantity_positive', 'quantity > 0')
@Check('reservations_status_known', `status IN ('active', 'released', 'sold', 'returned')`)
export class Reservation {
  @PrimaryColumn({ type: 'uuid', name: 'order_id' }) orderId!: string;
  @PrimaryColumn('text') sku!: string;
  @Column({ type: 'bigint', update: false, transformer: { to: (value: number) => value, from: Number } })
  quantity!: number;
  @Column('text') status!: ReservationStatus;
  @Column({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;
  @VersionColumn() version!: number;

  static hold(orderId: string, line: { sku: string; quantity: number }): Reservation {
    return Object.assign(new Reservation(), { orderId, ...line, status: 'active', updatedAt: now(), version: 1 });
  }

  become(status: ReservationStatus): void {
    this.status = status;
    this.updatedAt = now();
  }
}
