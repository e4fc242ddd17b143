import { ReserveStock, StockRejected, StockReserved } from '../contract/index.js';
import { Reservation } from '../domain/reservation.entity.js';
import { InventoryRepository } from '../inventory.repository.js';
import { changeStock, shortOf } from '../stock.store.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ReserveStock)
export class ReserveStockHandler implements ICommandHandler<ReserveStock> {
  constructor(
    private readonly inventory: InventoryRepository,
    private readonly events: EventBus,
  ) {}

  /** Assumes that there is enough; the guard at commit knows better and sends the unit back with the short SKUs. */
  async execute({ tenantId, orderId, lines }: ReserveStock): Promise<void> {
    const unit = Unit.current('a reservation');
    const short = lines.filter((line) => unit.isRefused(shortOf(line.sku))).map((line) => line.sku);
    if (short.length > 0) {
      const detail = `Not enough stock of ${short.join(', ')}. Nothing is reserved, and what was paid goes back.`;
      this.events.publish(new StockRejected(tenantId, orderId, { code: 'out_of_stock', detail }));
      return;
    }
    const held = new Set((await this.inventory.reservations(orderId)).map((reservation) => reservation.sku));
    for (const line of lines.filter(({ sku }) => !held.has(sku))) {
      unit.insert(Reservation.hold(orderId, line));
      changeStock({ sku: line.sku, onHand: 0, reserved: line.quantity, takes: line.quantity });
    }
    this.events.publish(new StockReserved(tenantId, orderId));
  }
}
