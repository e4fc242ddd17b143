import { providerKey } from './domain/attempt.js';
import { Refund } from './domain/refund.entity.js';
import { paymentEvents } from './payment-events.store.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { TellsEffects, type EffectTeller } from '#shared/effects/effect-teller.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';
import { Injectable } from '@nestjs/common';

/** What a unit learns about money, and what it will ask of the provider. */
@TellsEffects()
@Injectable()
export class MoneyEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    const refunds = [...unit.insertedEntities].filter((entity) => entity instanceof Refund);
    return [
      ...unit.rowsOf(paymentEvents).map(({ fact, source, subject }) => `${subject}: ${fact}, told by the ${source}`),
      ...refunds.map(
        (refund) => `refund ${spelledMoney(refund.amount, refund.currency)} with key ${providerKey(refund)}`,
      ),
    ];
  }
}
