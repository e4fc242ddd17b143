import {
  KeyEntity,
  type KeyRow,
  OrderEntity,
  type OrderRow,
  PaymentEntity,
  ReservationEntity,
  StepEntity,
  StockEntity,
} from './naive.entities.ts';
import type { CaptureClient } from '../http/capture.client.ts';
import type { OrderRequest } from '../http/order-request.ts';
import { type DataSource, In } from 'typeorm';
import { v7 } from 'uuid';

/** PostgreSQL's unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** The order is placed, paid, taken from stock and confirmed: one transaction per step, each row by `save()`. */
export class NaiveSaga {
  private readonly source: DataSource;
  private readonly provider: CaptureClient;

  constructor(source: DataSource, provider: CaptureClient) {
    this.source = source;
    this.provider = provider;
  }

  /** The answer of this key, new or stored. */
  async place(key: string, request: OrderRequest): Promise<{ status: number; body: string }> {
    const fingerprint = JSON.stringify(request);
    const known = await this.source.getRepository(KeyEntity).findOneBy({ key });
    if (known) return answerOf(known, fingerprint);
    try {
      const order = await this.accept(key, fingerprint, request);
      await this.pay(order, request.paymentMethod);
      await this.reserve(order);
      return await this.confirm(order, key);
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      const winner = await this.source.getRepository(KeyEntity).findOneByOrFail({ key });
      return answerOf(winner, fingerprint);
    }
  }

  private async accept(key: string, fingerprint: string, { customerId, items }: OrderRequest): Promise<OrderRow> {
    return this.source.transaction(async (manager) => {
      const stock = await manager.findBy(StockEntity, { sku: In(items.map(({ sku }) => sku)) });
      const id = v7();
      const lines = items.map(({ sku, quantity }) => {
        const { unitPrice } = stock.find((one) => one.sku === sku)!;
        return { orderId: id, sku, quantity, unitPrice, lineTotal: quantity * unitPrice };
      });
      const now = new Date();
      await manager.save(KeyEntity, { id: v7(), key, fingerprint, orderId: id });
      const order: OrderRow = {
        id,
        customerId,
        status: 'pending',
        currency: stock[0]!.currency,
        total: lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0),
        paymentId: v7(),
        lines,
        createdAt: now,
        updatedAt: now,
      };
      await manager.save(OrderEntity, order);
      const { paymentId, total } = order;
      await manager.save(PaymentEntity, { id: paymentId, orderId: id, amount: total, captured: 0, status: 'pending' });
      await manager.save(StepEntity, { orderId: id, name: 'payment.capture', status: 'pending' });
      return order;
    });
  }

  private async pay(order: OrderRow, paymentMethod: string): Promise<void> {
    const captured = await this.provider.capture({
      key: `${order.id}:payment.capture`,
      amount: order.total,
      currency: order.currency,
      paymentMethod,
      metadata: { orderId: order.id, paymentId: order.paymentId },
    });
    if ('declined' in captured) throw new Error('only the way to a confirmed order is written here');
    await this.source.transaction(async (manager) => {
      const payment = await manager.findOneByOrFail(PaymentEntity, { id: order.paymentId });
      Object.assign(payment, { status: 'captured', captured: payment.amount, reference: captured.reference });
      await manager.save(PaymentEntity, payment);
      await manager.save(StepEntity, { orderId: order.id, name: 'payment.capture', status: 'done' });
    });
  }

  private async reserve(order: OrderRow): Promise<void> {
    await this.source.transaction(async (manager) => {
      for (const { sku, quantity } of order.lines) {
        const stock = await manager.findOneOrFail(StockEntity, {
          where: { sku },
          lock: { mode: 'pessimistic_write' },
        });
        if (stock.onHand < quantity) throw new Error('only the way to a confirmed order is written here');
        stock.onHand -= quantity;
        await manager.save(StockEntity, stock);
        await manager.save(ReservationEntity, { orderId: order.id, sku, quantity });
      }
      await manager.save(StepEntity, { orderId: order.id, name: 'inventory.reserve', status: 'done' });
    });
  }

  private async confirm({ id }: OrderRow, key: string): Promise<{ status: number; body: string }> {
    return this.source.transaction(async (manager) => {
      const order = await manager.findOneOrFail(OrderEntity, { where: { id }, relations: { lines: true } });
      Object.assign(order, { status: 'confirmed', updatedAt: new Date() });
      await manager.save(OrderEntity, order);
      await manager.save(StepEntity, { orderId: id, name: 'order.confirm', status: 'done' });
      const body = JSON.stringify(order);
      const record = await manager.findOneByOrFail(KeyEntity, { key });
      await manager.save(KeyEntity, { ...record, status: 201, body });
      return { status: 201, body };
    });
  }
}

function answerOf({ fingerprint, status, body }: KeyRow, asked: string): { status: number; body: string } {
  if (fingerprint !== asked) return { status: 409, body: '{"code":"key_reused"}' };
  return body && status ? { status, body } : { status: 202, body: '{"status":"processing"}' };
}
