import type { OrderLine } from './order-line.entity.js';
import { orderNotDraft } from './order.errors.js';
import { OrderPlaced, type OrderStatus } from '../contract/index.js';
import type { Failure } from '#shared/kernel/failure.js';
import { now } from '#shared/kernel/clock.js';
import { newId } from '#shared/kernel/ids.js';
import { minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, Index, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

/** `draft → pending → confirmed | cancelled`; prices and total are those of the moment it was placed. */
@Entity({ schema: 'orders', name: 'orders' })
@Unique('orders_once_per_operation', ['operationKey'])
@Index('orders_newest_first', { synchronize: false })
@Index('orders_of_customer', { synchronize: false })
@Check('orders_total_not_negative', 'total >= 0')
@Check(
  'orders_status_known',
  `status IN ('draft', 'pending', 'confirmed', 'cancelling', 'cancelled', 'needs_attention')`,
)
export class Order {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'text', name: 'tenant_id', update: false }) tenantId!: string;
  @Column({ type: 'text', name: 'customer_id', update: false }) customerId!: string;
  @Column('text') status!: OrderStatus;
  @Column({ type: 'text', update: false }) currency!: string;
  @Column({ type: 'bigint', update: false, transformer: minorUnitsColumn }) total!: number;
  @Column({ type: 'text', name: 'payment_method', nullable: true }) paymentMethod!: string | null;
  @Column({ type: 'text', nullable: true, update: false }) note!: string | null;
  @Column({ type: 'uuid', name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column({ type: 'uuid', name: 'saga_id', nullable: true }) sagaId!: string | null;
  @Column({ type: 'jsonb', nullable: true }) failure!: Failure | null;
  /** Hash of the caller's identity (tenant, operation, key); outlives the stored answer. */
  @Column({ type: 'bytea', name: 'operation_key', nullable: true, update: false }) operationKey!: Buffer | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;
  @VersionColumn() version!: number;

  /** Filled by the repository; rows of their own. */
  lines: OrderLine[] = [];

  static draft(
    intent: Pick<
      Order,
      'id' | 'tenantId' | 'customerId' | 'currency' | 'total' | 'paymentMethod' | 'note' | 'operationKey' | 'lines'
    >,
  ): Order {
    const at = now();
    return Object.assign(new Order(), intent, {
      status: 'draft',
      paymentId: null,
      sagaId: null,
      failure: null,
      createdAt: at,
      updatedAt: at,
      version: 1,
    });
  }

  /** Sends a draft on its way. Nothing about it can change any more. */
  place(paymentMethod: string): OrderPlaced {
    if (this.status !== 'draft') throw orderNotDraft(this.id, this.status);
    this.paymentMethod = paymentMethod;
    this.sagaId = newId();
    // An order that costs nothing has no payment.
    this.paymentId = this.total > 0 ? newId() : null;
    this.become('pending');
    return new OrderPlaced({
      tenantId: this.tenantId,
      orderId: this.id,
      sagaId: this.sagaId,
      paymentId: this.paymentId,
      total: this.total,
      currency: this.currency,
      paymentMethod,
      lines: this.lines.map(({ sku, quantity }) => ({ sku, quantity })),
    });
  }

  /** False when it was confirmed before, or will not be any more. */
  confirm(): boolean {
    if (!this.isUnderWay) return false;
    this.become('confirmed');
    return true;
  }

  /** Asks for it not to happen, while nobody knows yet whether it already has. */
  beginCancelling(): void {
    if (this.status === 'pending' || this.status === 'confirmed') this.become('cancelling');
  }

  /** Shows that a person must look. */
  hold(): void {
    if (this.isUnderWay || this.status === 'confirmed') this.become('needs_attention');
  }

  /** False when it was cancelled before. */
  cancel(failure: Failure): boolean {
    if (this.status !== 'draft' && !this.isUnderWay) return false;
    this.failure = failure;
    this.become('cancelled');
    return true;
  }

  private get isUnderWay(): boolean {
    return this.status === 'pending' || this.status === 'cancelling' || this.status === 'needs_attention';
  }

  private become(status: OrderStatus): void {
    this.status = status;
    this.updatedAt = now();
  }
}
