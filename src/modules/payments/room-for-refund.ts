import { RefundDecided } from './contract/index.js';
import type { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { ofOneMoment } from './of-one-moment.js';
import { PaymentsRepository } from './payments.repository.js';
import { rebook } from './rebooked.js';
import { refundJob } from './jobs/job-requests.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';

interface Place {
  /** Whether something that is owed has given way: then what takes its place is, should it not go through. */
  readonly isOwed: boolean;
}

/** Makes room in the account of a payment for a refund that is a fact already, whoever made it. */
@Injectable()
export class RoomForRefund {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * The provider never gives back more than it took, so those of our refunds that it has not taken yet and that have no
   * room beside this amount can never be made: they give way, the youngest first. What is left of one that was owed is
   * owed under a key of its own. Undefined, and nothing changes, when even that is not enough.
   */
  async make(payment: Payment, amount: number): Promise<Place | undefined> {
    const refunds = await this.payments.refundsOf(payment.id);
    const waiting = refunds.filter(
      ({ isSurplus, isDecided, share }) => !isSurplus && !isDecided && share.refunding > 0,
    );
    if (amount > waiting.reduce((room, { share }) => room + share.refunding, payment.refundable)) {
      ofOneMoment(payment, refunds);
      return undefined;
    }
    let owed: Refund | undefined;
    for (const refund of waiting.toSorted((a, b) => (a.id > b.id ? -1 : 1))) {
      if (amount <= payment.refundable) break;
      if (refund.owed) owed = refund;
      const { share } = refund;
      refund.giveWay();
      rebook(payment, share, refund);
      this.events.publish(new RefundDecided(refund.tenantId, refund.id));
    }
    if (owed && payment.refundable > amount) this.oweRest(payment, payment.refundable - amount, owed);
    return { isOwed: owed !== undefined };
  }

  private oweRest(payment: Payment, rest: number, { stepKey, reason }: Refund): void {
    const refund = Refund.request(payment, rest, { stepKey: `${stepKey}:rest`, reason, owed: true });
    Unit.current('a refund').insert(refund);
    enqueue(refundJob(refund));
  }
}
