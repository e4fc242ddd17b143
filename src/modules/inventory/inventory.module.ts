import { Reservation } from './domain/reservation.entity.js';
import { Stock } from './domain/stock.entity.js';
import { AdjustStockHandler } from './handlers/adjust-stock.handler.js';
import { FinalizeStockHandler } from './handlers/finalize-stock.handler.js';
import { ReleaseStockHandler } from './handlers/release-stock.handler.js';
import { ReserveStockHandler } from './handlers/reserve-stock.handler.js';
import { SetStockHandler } from './handlers/set-stock.handler.js';
import {
  GetPricesHandler,
  GetStockHandler,
  ListHoldingsHandler,
  ListStockHandler,
} from './handlers/stock-queries.handler.js';
import { InventoryController } from './http/inventory.controller.js';
import { StockEffects } from './stock-effects.js';
import { InventoryRepository } from './inventory.repository.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

@Module({
  imports: [TypeOrmModule.forFeature([Stock, Reservation])],
  controllers: [InventoryController],
  providers: [
    InventoryRepository,
    ReserveStockHandler,
    ReleaseStockHandler,
    FinalizeStockHandler,
    SetStockHandler,
    AdjustStockHandler,
    GetStockHandler,
    ListStockHandler,
    GetPricesHandler,
    ListHoldingsHandler,
    StockEffects,
  ],
})
export class InventoryModule {}
