import { Order } from './domain/order.entity.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { changed, TellsEffects, type EffectTeller } from '#shared/effects/effect-teller.js';
import { Injectable } from '@nestjs/common';

/** What becomes of orders. */
@TellsEffects()
@Injectable()
export class OrderEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    return [...changed(unit, Order, 'status')].map(({ entity, before }) => `order: ${before} → ${entity.status}`);
  }
}
