import { ReleaseStock, StockReleased } from '../contract/index.js';
import { InventoryRepository } from '../inventory.repository.js';
import { changeStock, movements } from '../stock.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ReleaseStock)
export class ReleaseStockHandler implements ICommandHandler<ReleaseStock> {
  constructor(
    private readonly inventory: InventoryRepository,
    private readonly events: EventBus,
  ) {}

  /** Held stock becomes available, sold stock comes back; what was given back already stays as it is. */
  async execute({ tenantId, orderId }: ReleaseStock): Promise<void> {
    for (const reservation of await this.inventory.reservations(orderId)) {
      const { sku, quantity, status } = reservation;
      if (status === 'active') {
        reservation.become('released');
        changeStock({ sku, onHand: 0, reserved: -quantity, takes: 0 });
      } else if (status === 'sold') {
        reservation.become('returned');
        changeStock({ sku, onHand: quantity, reserved: 0, takes: 0 });
        Unit.current('a return').write(movements, { sku, kind: 'return', delta: quantity, orderId });
      }
    }
    this.events.publish(new StockReleased(tenantId, orderId));
  }
}
