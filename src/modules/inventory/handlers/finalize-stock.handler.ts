import { FinalizeStock } from '../contract/index.js';
import { InventoryRepository } from '../inventory.repository.js';
import { changeStock, movements } from '../stock.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(FinalizeStock)
export class FinalizeStockHandler implements ICommandHandler<FinalizeStock> {
  constructor(private readonly inventory: InventoryRepository) {}

  async execute({ orderId }: FinalizeStock): Promise<void> {
    for (const reservation of await this.inventory.reservations(orderId)) {
      if (reservation.status !== 'active') continue;
      const { sku, quantity } = reservation;
      reservation.become('sold');
      changeStock({ sku, onHand: -quantity, reserved: -quantity, takes: 0 });
      Unit.current('a sale').write(movements, { sku, kind: 'sale', delta: -quantity, orderId });
    }
  }
}
