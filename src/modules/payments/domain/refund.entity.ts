import { firstAttempt, type Attempt } from './attempt.js';
import { Payment } from './payment.entity.js';
import type { RefundStatus } from '../contract/index.js';
import { now } from '#shared/kernel/clock.js';
import { newId } from '#shared/kernel/ids.js';
import { minorUnits, minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

/** One intent to give money back. Its key is the intent, so a retry adds nothing and another intent is another refund. */
@Entity({ schema: 'payments', name: 'refunds' })
@Index('refunds_open', { synchronize: false })
@Unique('refunds_once_per_step', ['stepKey'])
@Unique('refunds_once_per_reference', ['providerReference'])
@Check('refunds_amount_positive', 'amount > 0')
@Check('refunds_status_known', `status IN ('pending', 'succeeded', 'failed')`)
export class Refund implements Attempt {
  @PrimaryColumn('uuid') id!: string;
  @Index('refunds_payment_id')
  @Column({ type: 'uuid', name: 'payment_id', update: false })
  paymentId!: string;
  @ManyToOne(() => Payment)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'refunds_payment_id_fkey' })
  payment?: Payment;
  @Column({ type: 'text', name: 'tenant_id', update: false }) tenantId!: string;
  @Column({ type: 'uuid', name: 'order_id', update: false }) orderId!: string;
  @Column({ type: 'bigint', update: false, transformer: minorUnitsColumn }) amount!: number;
  @Column({ type: 'text', update: false }) currency!: string;
  @Column('text') status!: RefundStatus;
  @Column({ type: 'text', nullable: true, update: false }) reason!: string | null;
  /** Names the intent; the provider's idempotency key is made of it and the generation. */
  @Column({ type: 'text', name: 'step_key', update: false }) stepKey!: string;
  @Column({ type: 'text', name: 'provider_reference', nullable: true }) providerReference!: string | null;
  /** The provider's payment that it gives back when that is a second one, taken beside the order's own. */
  @Column({ type: 'text', name: 'surplus_reference', nullable: true, update: false }) surplusReference!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt!: Date;
  @Column({ type: 'integer', default: 1 }) generation!: number;
  @Column({ type: 'timestamptz', name: 'key_since', default: () => 'now()' }) keySince!: Date;
  @Column({ type: 'timestamptz', name: 'attempted_at', default: () => 'now()' }) attemptedAt!: Date;
  @VersionColumn() version!: number;

  static request(
    payment: Payment,
    amount: number,
    intent: { stepKey: string; reason: string; surplusReference?: string },
  ): Refund {
    return Object.assign(new Refund(), {
      id: newId(),
      paymentId: payment.id,
      tenantId: payment.tenantId,
      orderId: payment.orderId,
      amount: minorUnits(amount),
      currency: payment.currency,
      status: 'pending' as const,
      reason: intent.reason,
      stepKey: intent.stepKey,
      providerReference: null,
      surplusReference: intent.surplusReference ?? null,
      createdAt: now(),
      ...firstAttempt(),
      version: 1,
    });
  }

  /** Money that was taken twice goes back, and counts for nothing in the order's payment. */
  get isSurplus(): boolean {
    return this.surplusReference !== null;
  }

  /** The provider's payment whose money it gives back; undefined while that has none. */
  moneyOf(payment: Payment): string | undefined {
    return this.surplusReference ?? payment.providerReference ?? undefined;
  }

  /** Back to the start under a new key, after the old one is known to have had no effect. */
  again(): void {
    this.status = 'pending';
    this.providerReference = null;
  }

  /**
   * False when this is no news. Of a refund that succeeded only its failure is news: the customer's bank can send the
   * money back for days. One that the provider itself failed stays so; what it refused to make may still turn up.
   */
  become(status: RefundStatus, providerReference?: string): boolean {
    if (!this.isNews(status, providerReference)) return false;
    this.status = status;
    this.providerReference = providerReference ?? this.providerReference;
    return true;
  }

  private isNews(status: RefundStatus, told: string | undefined): boolean {
    const known = this.providerReference;
    const isSame = told === undefined || known === null || told === known;
    if (this.status === 'succeeded') return status === 'failed' && isSame;
    if (this.status === 'failed') return told !== undefined && told !== known;
    return status !== 'pending' || (told !== undefined && told !== known);
  }
}
