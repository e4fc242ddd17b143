import { GetPrices, GetStock, ListHoldings, ListStock, type Price, type StockView } from '../contract/index.js';
import { InventoryRepository } from '../inventory.repository.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(GetStock)
export class GetStockHandler implements IQueryHandler<GetStock> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ sku }: GetStock): Promise<StockView | undefined> {
    return (await this.inventory.stock(sku))?.view();
  }
}

@QueryHandler(ListStock)
export class ListStockHandler implements IQueryHandler<ListStock> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ limit, after }: ListStock): Promise<{ items: StockView[]; next?: string }> {
    // One more than asked for tells whether there is another page.
    const page = await this.inventory.page(limit + 1, after);
    const items = page.slice(0, limit).map((stock) => stock.view());
    return { items, next: page.length > limit ? items.at(-1)?.sku : undefined };
  }
}

@QueryHandler(GetPrices)
export class GetPricesHandler implements IQueryHandler<GetPrices> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ skus }: GetPrices): Promise<Price[]> {
    const stocks = await this.inventory.stocks(skus);
    return stocks.map(({ sku, unitPrice, currency }) => ({ sku, unitPrice, currency }));
  }
}

@QueryHandler(ListHoldings)
export class ListHoldingsHandler implements IQueryHandler<ListHoldings> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ orderId }: ListHoldings): Promise<{ sku: string; quantity: number }[]> {
    const reservations = await this.inventory.reservations(orderId);
    return reservations
      .filter(({ status }) => status === 'active' || status === 'sold')
      .map(({ sku, quantity }) => ({ sku, quantity }));
  }
}
