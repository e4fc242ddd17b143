import { PRICE_POLICY, SetStock, type PricePolicy, type StockView } from '../contract/index.js';
import { Stock } from '../domain/stock.entity.js';
import { negativeStock, staleStock, unchargeablePrice } from '../domain/stock.errors.js';
import { InventoryRepository } from '../inventory.repository.js';
import { movements, stockRevisions } from '../stock.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(SetStock)
export class SetStockHandler implements ICommandHandler<SetStock> {
  constructor(
    private readonly inventory: InventoryRepository,
    @Inject(PRICE_POLICY) private readonly canCharge: PricePolicy,
  ) {}

  async execute({ sku, wanted, expectedVersion }: SetStock): Promise<{ created: boolean; stock: StockView }> {
    const unit = Unit.current('stock');
    if (!this.canCharge(wanted.unitPrice, wanted.currency)) throw unchargeablePrice(wanted.currency);
    const stock = await this.inventory.stock(sku);
    const isExpected = expectedVersion === 'any' ? stock !== undefined : stock?.version === expectedVersion;
    if (expectedVersion !== undefined && !isExpected) throw staleStock(sku);
    if (!stock) {
      const created = Stock.create(sku, wanted);
      unit.insert(created);
      unit.write(movements, { sku, kind: 'set', delta: wanted.onHand });
      return { created: true, stock: created.view() };
    }
    if (wanted.onHand < stock.reserved) throw negativeStock(sku);
    const { onHand, reserved, version } = stock;
    unit.write(stockRevisions, { sku, read: { onHand, reserved, version }, becomes: wanted });
    unit.write(movements, { sku, kind: 'set', delta: wanted.onHand - onHand });
    return { created: false, stock: Object.assign(stock, wanted, { version: version + 1 }).view() };
  }
}
