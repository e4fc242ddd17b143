import { Order } from './order.entity.js';
import { minorUnitsColumn } from '#shared/kernel/money.js';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

const count = { to: (value: number): number => value, from: Number };

/** One SKU of an order at the price it was placed at; never changes. */
@Entity({ schema: 'orders', name: 'order_lines' })
@Check('order_lines_quantity_positive', 'quantity > 0')
@Check('order_lines_add_up', 'line_total = quantity * unit_price')
export class OrderLine {
  @PrimaryColumn({ type: 'uuid', name: 'order_id' }) orderId!: string;
  @PrimaryColumn('text') sku!: string;
  @ManyToOne(() => Order)
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_lines_order_id_fkey' })
  order?: unknown;
  @Column({ type: 'integer', update: false }) position!: number;
  @Column({ type: 'bigint', update: false, transformer: count }) quantity!: number;
  @Column({ type: 'bigint', name: 'unit_price', update: false, transformer: minorUnitsColumn }) unitPrice!: number;
  @Column({ type: 'bigint', name: 'line_total', update: false, transformer: minorUnitsColumn }) lineTotal!: number;
}
