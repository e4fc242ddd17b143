import { ActsStore } from '../acts/acts.store.js';
import { ListActs, ListActsOnOrder, type PastAct } from '../contract/index.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListActs)
export class ListActsHandler implements IQueryHandler<ListActs> {
  constructor(private readonly acts: ActsStore) {}

  execute({ filter }: ListActs): Promise<PastAct[]> {
    return this.acts.page(filter);
  }
}

@QueryHandler(ListActsOnOrder)
export class ListActsOnOrderHandler implements IQueryHandler<ListActsOnOrder> {
  constructor(private readonly acts: ActsStore) {}

  execute({ orderId }: ListActsOnOrder): Promise<{ at: Date; act: string; isDone: boolean }[]> {
    return this.acts.ofOrder(orderId);
  }
}
