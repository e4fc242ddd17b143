import { Cancellation } from './domain/cancellation.entity.js';
import { OrderLine } from './domain/order-line.entity.js';
import { Order } from './domain/order.entity.js';
import type { OrderStatus } from './contract/index.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { EntityReads } from '#shared/database/unit-of-work/entity-reads.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Remembers, type RemembersOperations } from '#shared/kernel/remembers-operations.js';
import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThan, type FindOptionsWhere } from 'typeorm';

export interface OrderFilter {
  readonly tenantId?: string;
  readonly customerId?: string;
  readonly status?: OrderStatus;
  readonly before?: string;
  readonly limit: number;
}

@Remembers()
@Injectable()
export class OrdersRepository implements RemembersOperations {
  constructor(
    private readonly entities: Entities,
    private readonly reads: EntityReads,
    private readonly source: DataSource,
  ) {}

  add(order: Order): void {
    Unit.current('an order').insert(order, ...order.lines);
  }

  /** @param tenantId undefined for the system and for operators, who see every tenant */
  async find(id: string, tenantId?: string): Promise<Order | undefined> {
    const order = await this.entities.one(Order, { id });
    if (!order || (tenantId !== undefined && order.tenantId !== tenantId)) return undefined;
    if (order.lines.length === 0) {
      const lines = await this.reads.by(OrderLine, { orderId: order.id });
      order.lines = lines.toSorted((a, b) => a.position - b.position);
    }
    return order;
  }

  async page({ limit, before, ...exact }: OrderFilter): Promise<Order[]> {
    const where: FindOptionsWhere<Order> = Object.fromEntries(
      Object.entries(exact).filter(([, value]) => value !== undefined),
    );
    if (before !== undefined) where.id = LessThan(before);
    const orders = await this.source.getRepository(Order).find({ where, order: { id: 'DESC' }, take: limit });
    const lines = Map.groupBy(await this.linesOf(orders.map((order) => order.id)), (line) => line.orderId);
    for (const order of orders) order.lines = lines.get(order.id) ?? [];
    return orders;
  }

  async remembers(operationKey: Buffer): Promise<boolean> {
    const [placed, cancelled] = await Promise.all([
      this.source.getRepository(Order).existsBy({ operationKey }),
      this.source.getRepository(Cancellation).existsBy({ operationKey }),
    ]);
    return placed || cancelled;
  }

  private linesOf(orderIds: readonly string[]): Promise<OrderLine[]> {
    return this.source
      .getRepository(OrderLine)
      .find({ where: { orderId: In([...orderIds]) }, order: { position: 'ASC' } });
  }
}
