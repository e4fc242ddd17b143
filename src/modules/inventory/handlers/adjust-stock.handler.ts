import { AdjustStock, type StockView } from '../contract/index.js';
import { negativeStock, unknownStock } from '../domain/stock.errors.js';
import { InventoryRepository } from '../inventory.repository.js';
import { movements, stockRevisions } from '../stock.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(AdjustStock)
export class AdjustStockHandler implements ICommandHandler<AdjustStock> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ sku, delta, reason, operationKey }: AdjustStock): Promise<StockView> {
    const unit = Unit.current('stock');
    const stock = await this.inventory.stock(sku);
    if (!stock) throw unknownStock(sku);
    const { name, unitPrice, currency, onHand, reserved, version } = stock;
    const counted = onHand + delta;
    if (counted < reserved || !Number.isSafeInteger(counted)) throw negativeStock(sku);
    unit.write(stockRevisions, {
      sku,
      read: { onHand, reserved, version },
      becomes: { name, unitPrice, currency, onHand: counted },
    });
    unit.write(movements, { sku, kind: 'adjustment', delta, reason, operationKey });
    return Object.assign(stock, { onHand: counted, version: version + 1 }).view();
  }
}
