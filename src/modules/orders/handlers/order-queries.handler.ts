import { GetOrder, ListOrders, type OrderView } from '../contract/index.js';
import { orderView } from '../domain/order-view.js';
import { OrdersRepository } from '../orders.repository.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(private readonly orders: OrdersRepository) {}

  async execute({ orderId, tenantId }: GetOrder): Promise<OrderView | undefined> {
    const order = await this.orders.find(orderId, tenantId);
    return order && orderView(order);
  }
}

@QueryHandler(ListOrders)
export class ListOrdersHandler implements IQueryHandler<ListOrders> {
  constructor(private readonly orders: OrdersRepository) {}

  async execute({ filter }: ListOrders): Promise<{ items: OrderView[]; next?: string }> {
    // One more than asked for tells whether there is another page.
    const page = await this.orders.page({ ...filter, limit: filter.limit + 1 });
    const items = page.slice(0, filter.limit).map(orderView);
    return { items, next: page.length > filter.limit ? items.at(-1)?.id : undefined };
  }
}
