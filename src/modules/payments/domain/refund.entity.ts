import { firstAttempt, type Attempt } from './attempt.js';
import { NO_SHARE, Payment, type RefundShare } from './payment.entity.js';
import type { RefundStatus } from '../contract/index.js';
import { now } from '#shared/kernel/clock.js';
import { newId } from '#shared/kernel/ids.js';
import { minorUnits, minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

/** One intent to give money back. Its key is the intent, so a retry adds nothing and another intent is another refund. */
@Entity({ schema: 'payments', name: 'refunds' })
@Index('refunds_open', { synchronize: false })
@Index('refunds_of_surplus', { synchronize: false })
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
  /** Whether it is tried until it succeeds; one that only somebody asked for may fail, and is his to repeat. */
  @Column({ type: 'boolean', default: true }) owed!: boolean;
  /** The provider's payment that it gives back when that is a second one, taken beside the order's own. */
  @Column({ type: 'text', name: 'surplus_reference', nullable: true, update: false }) surplusReference!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt!: Date;
  @Column({ type: 'integer', default: 1 }) generation!: number;
  @Column({ type: 'timestamptz', name: 'key_since', default: () => 'now()' }) keySince!: Date;
  @Column({ type: 'timestamptz', name: 'attempted_at', default: () => 'now()' }) attemptedAt!: Date;
  @VersionColumn() version!: number;

  /** Keeps its amount of the payment; a RangeError when that is not there. */
  static request(
    payment: Payment,
    amount: number,
    intent: { stepKey: string; reason: string | null; owed: boolean; surplusReference?: string },
  ): Refund {
    const refund = Object.assign(new Refund(), {
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
      owed: intent.owed,
      surplusReference: intent.surplusReference ?? null,
      createdAt: now(),
      ...firstAttempt(),
      version: 1,
    });
    payment.rebook(NO_SHARE, refund.share);
    return refund;
  }

  /** What its payment has to keep account of; money that was taken twice counts for nothing there. */
  get share(): RefundShare {
    const isOnItsWay = this.status === 'pending' || (this.status === 'failed' && this.owed);
    if (this.isSurplus || !(isOnItsWay || this.status === 'succeeded')) return NO_SHARE;
    return isOnItsWay ? { refunding: this.amount, refunded: 0 } : { refunding: 0, refunded: this.amount };
  }

  /** Nothing more is asked about it: it went through, or failed and is not owed. */
  get isOver(): boolean {
    return this.status === 'succeeded' || (this.status === 'failed' && !this.owed);
  }

  /** Whether whoever asked for it can be told: the provider has taken it, or refused it for good. */
  get isDecided(): boolean {
    return this.isOver || (this.status === 'pending' && this.providerReference !== null);
  }

  /** The money has to go back in any case now; what has failed before stays so, others take its place. */
  owe(): void {
    if (this.status !== 'failed') this.owed = true;
  }

  /** Money that was taken twice goes back, and counts for nothing in the order's payment. */
  get isSurplus(): boolean {
    return this.surplusReference !== null;
  }

  /** The provider's payment whose money it gives back; undefined while that has none. */
  moneyOf(payment: Payment): string | undefined {
    return this.surplusReference ?? payment.providerReference ?? undefined;
  }

  /** It can never be made any more, because another one has taken its money. */
  giveWay(): void {
    this.status = 'failed';
    this.owed = false;
  }

  /** Back to the start under a new key, after the old one is known to have had no effect. */
  again(): void {
    this.status = 'pending';
    this.providerReference = null;
  }

  /** False, and it stays as it is, when this is no news. */
  become(status: RefundStatus, providerReference?: string): boolean {
    if (!this.isNews(status, providerReference)) return false;
    this.status = status;
    this.providerReference = providerReference ?? this.providerReference;
    return true;
  }

  /**
   * Of a refund that succeeded only its failure is news: the customer's bank can send the money back for days. One that
   * the provider itself failed stays so; what it refused to make may still turn up.
   */
  isNews(status: RefundStatus, told: string | undefined): boolean {
    const known = this.providerReference;
    const isSame = told === undefined || known === null || told === known;
    if (this.status === 'succeeded') return status === 'failed' && isSame;
    if (this.status === 'failed') return told !== undefined && told !== known;
    return status !== 'pending' || (told !== undefined && told !== known);
  }
}
