import { stockDeltas } from './stock.store.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { TellsEffects, type EffectTeller } from '#shared/effects/effect-teller.js';
import { Injectable } from '@nestjs/common';

/** What becomes available of each SKU, or is taken from it. */
@TellsEffects()
@Injectable()
export class StockEffects implements EffectTeller {
  effectsOf(unit: Unit): string[] {
    return unit.rowsOf(stockDeltas).map(({ sku, onHand, reserved }) => `stock ${sku} ${signed(onHand - reserved)}`);
  }
}

const signed = (count: number): string => (count > 0 ? `+${count}` : String(count));
