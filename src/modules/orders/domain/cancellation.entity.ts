import { Order } from './order.entity.js';
import { now } from '#shared/kernel/clock.js';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A wish to cancel an order that was granted: who asks with the same key again does not cancel a second one. */
@Entity({ schema: 'orders', name: 'cancellations' })
export class Cancellation {
  /** Hash of the caller's identity (tenant, operation, key); outlives the stored answer. */
  @PrimaryColumn({ type: 'bytea', name: 'operation_key', primaryKeyConstraintName: 'cancellations_pkey' })
  operationKey!: Buffer;
  @Index('cancellations_order_id')
  @Column({ type: 'uuid', name: 'order_id' })
  orderId!: string;
  @ManyToOne(() => Order)
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'cancellations_order_id_fkey' })
  order?: Order;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @Column({ type: 'timestamptz', name: 'requested_at' }) requestedAt!: Date;

  static of(orderId: string, operationKey: Buffer, reason: string | undefined): Cancellation {
    return Object.assign(new Cancellation(), { operationKey, orderId, reason: reason ?? null, requestedAt: now() });
  }
}
