import { firstAttempt, type Attempt } from './attempt.js';
import type { PaymentFact } from './payment-fact.js';
import { paymentPolicy, type Standing, type Verdict } from './payment-policy.js';
import type { PaymentStatus } from '../contract/index.js';
import type { Failure } from '#shared/kernel/failure.js';
import { now } from '#shared/kernel/clock.js';
import { minorUnits, minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, Index, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

/** What one refund means to the account of its payment, in minor units: kept for it, or gone back by it. */
export interface RefundShare {
  readonly refunding: number;
  readonly refunded: number;
}

export const NO_SHARE: RefundShare = { refunding: 0, refunded: 0 };

/** The one payment of an order. */
@Entity({ schema: 'payments', name: 'payments' })
@Index('payments_of_saga', ['sagaId'])
@Index('payments_open', { synchronize: false })
@Unique('payments_once_per_order', ['orderId'])
@Unique('payments_once_per_step', ['stepKey'])
@Unique('payments_once_per_reference', ['provider', 'providerReference'])
@Check('payments_amount_positive', 'amount > 0')
@Check('payments_captured_in_full', 'captured IN (0, amount)')
@Check('payments_never_overrefunded', 'refunded >= 0 AND refunding >= 0 AND refunded + refunding <= captured')
@Check(
  'payments_status_known',
  `status IN ('pending', 'requires_action', 'processing', 'captured', 'partially_refunded', 'refunded', 'declined',
    'cancelled', 'unknown')`,
)
export class Payment implements Attempt {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'text', name: 'tenant_id', update: false }) tenantId!: string;
  @Column({ type: 'uuid', name: 'order_id', update: false }) orderId!: string;
  @Column({ type: 'uuid', name: 'saga_id', update: false }) sagaId!: string;
  @Column({ type: 'bigint', update: false, transformer: minorUnitsColumn }) amount!: number;
  @Column({ type: 'text', update: false }) currency!: string;
  @Column({ type: 'bigint', transformer: minorUnitsColumn }) captured!: number;
  @Column({ type: 'bigint', transformer: minorUnitsColumn }) refunded!: number;
  /** Kept for refunds that are under way, so that together they never give back more than was captured. */
  @Column({ type: 'bigint', default: 0, transformer: minorUnitsColumn }) refunding!: number;
  @Column('text') status!: PaymentStatus;
  @Column({ type: 'text', name: 'payment_method', update: false }) paymentMethod!: string;
  @Column({ type: 'text', update: false }) provider!: string;
  @Column({ type: 'text', name: 'provider_reference', nullable: true }) providerReference!: string | null;
  /** Names the step; the provider's idempotency key is made of it and the generation. */
  @Column({ type: 'text', name: 'step_key', update: false }) stepKey!: string;
  @Column({ type: 'jsonb', nullable: true }) failure!: Failure | null;
  /** Why it is to be given up as soon as it waits for its customer; null while it is wanted. */
  @Column({ type: 'jsonb', nullable: true }) withdrawal!: Failure | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) generation!: number;
  @Column({ type: 'timestamptz', name: 'key_since', default: () => 'now()' }) keySince!: Date;
  @Column({ type: 'timestamptz', name: 'attempted_at', default: () => 'now()' }) attemptedAt!: Date;
  @VersionColumn() version!: number;

  static request(
    intent: Pick<
      Payment,
      'id' | 'tenantId' | 'orderId' | 'sagaId' | 'amount' | 'currency' | 'paymentMethod' | 'provider' | 'stepKey'
    >,
  ): Payment {
    const at = now();
    return Object.assign(new Payment(), intent, {
      amount: minorUnits(intent.amount),
      captured: 0,
      refunded: 0,
      refunding: 0,
      status: 'pending',
      providerReference: null,
      failure: null,
      withdrawal: null,
      createdAt: at,
      updatedAt: at,
      ...firstAttempt(),
      version: 1,
    });
  }

  /** What the policy table says about a fact. */
  judge(fact: PaymentFact): Verdict {
    return paymentPolicy[this.standingOf(fact)][this.status][fact.kind];
  }

  /** Judges a fact and moves on when it is to be applied; any other verdict leaves the payment as it is. */
  learn(fact: PaymentFact): Verdict {
    const verdict = this.judge(fact);
    if (verdict !== 'apply') return verdict;
    this.status = fact.kind;
    if ('providerReference' in fact && fact.providerReference) this.providerReference = fact.providerReference;
    if (fact.kind === 'captured') this.captured = this.amount;
    if ('failure' in fact) this.failure = fact.kind === 'cancelled' ? (this.withdrawal ?? fact.failure) : fact.failure;
    this.updatedAt = now();
    return verdict;
  }

  private standingOf(fact: PaymentFact): Standing {
    if (fact.kind === 'unknown') return 'own payment';
    const { providerReference, generation = this.generation } = fact;
    if (providerReference && providerReference === this.providerReference) return 'own payment';
    if (providerReference && this.providerReference) return 'another payment';
    return generation < this.generation ? 'earlier attempt' : 'own payment';
  }

  /** The first reason counts; of a payment that has come to its end there is nothing to give up. */
  withdraw(failure: Failure): void {
    if (this.isOpen) this.withdrawal ??= failure;
  }

  /** Whether the provider is to be asked to cancel it now. */
  get isToBeCancelled(): boolean {
    return this.withdrawal !== null && this.status === 'requires_action';
  }

  /** What of the captured money has not gone back, and is not on its way back either. */
  get refundable(): number {
    return this.captured - this.refunded - this.refunding;
  }

  /** Whether nothing is left that was taken from the customer. */
  get isGivenBack(): boolean {
    return this.refunded === this.captured;
  }

  /** Whether a refund that was read with this share may still have it: its payment may have been read after a change. */
  holds({ refunding, refunded }: RefundShare): boolean {
    return this.refunding >= refunding && this.refunded >= refunded;
  }

  /** Keeps account of a refund that has changed; a RangeError when together they would give back more than there is. */
  rebook(before: RefundShare, after: RefundShare): void {
    const refunding = minorUnits(this.refunding + after.refunding - before.refunding);
    const refunded = minorUnits(this.refunded + after.refunded - before.refunded);
    minorUnits(this.captured - refunded - refunding);
    const isMoved = refunded !== this.refunded;
    Object.assign(this, { refunding, refunded });
    if (!isMoved) return;
    this.status = refunded === 0 ? 'captured' : this.isGivenBack ? 'refunded' : 'partially_refunded';
    this.updatedAt = now();
  }

  /** Whether money may have moved without us knowing: the only states in which asking the provider makes sense. */
  get isOpen(): boolean {
    return (
      this.status === 'pending' ||
      this.status === 'unknown' ||
      this.status === 'processing' ||
      this.status === 'requires_action'
    );
  }
}
