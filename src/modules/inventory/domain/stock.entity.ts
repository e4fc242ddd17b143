import type { StockView } from '../contract/index.js';
import { minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';

const count = { to: (value: number): number => value, from: Number };

/**
 * One SKU of the catalogue with its counted stock. Orders change the counts by guarded deltas in the database itself;
 * only people (PUT, adjustments) move the version.
 */
@Entity({ schema: 'inventory', name: 'stock' })
@Check('stock_price_not_negative', 'unit_price >= 0')
@Check('stock_reserved_not_negative', 'reserved >= 0')
@Check('stock_never_oversold', 'on_hand >= reserved')
export class Stock {
  @PrimaryColumn('text') sku!: string;
  @Column('text') name!: string;
  @Column({ type: 'bigint', name: 'unit_price', transformer: minorUnitsColumn }) unitPrice!: number;
  @Column('text') currency!: string;
  @Column({ type: 'bigint', name: 'on_hand', transformer: count }) onHand!: number;
  @Column({ type: 'bigint', default: 0, transformer: count }) reserved!: number;
  @VersionColumn() version!: number;

  static create(sku: string, wanted: Pick<Stock, 'name' | 'unitPrice' | 'currency' | 'onHand'>): Stock {
    return Object.assign(new Stock(), wanted, { sku, reserved: 0, version: 1 });
  }

  view(): StockView {
    const { sku, name, unitPrice, currency, onHand, reserved, version } = this;
    return { sku, name, unitPrice, currency, onHand, reserved, available: onHand - reserved, version };
  }
}
