import { Reservation } from './domain/reservation.entity.js';
import { Stock } from './domain/stock.entity.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { Injectable } from '@nestjs/common';
import { DataSource, In, MoreThan } from 'typeorm';

@Injectable()
export class InventoryRepository {
  constructor(
    private readonly entities: Entities,
    private readonly source: DataSource,
  ) {}

  /** Never tracked: counts move by deltas, people's changes by revisions, so a plain update must not be derived. */
  async stock(sku: string): Promise<Stock | undefined> {
    return (await this.source.getRepository(Stock).findOneBy({ sku })) ?? undefined;
  }

  stocks(skus: readonly string[]): Promise<Stock[]> {
    return this.source.getRepository(Stock).findBy({ sku: In([...skus]) });
  }

  page(limit: number, after?: string): Promise<Stock[]> {
    const where = after === undefined ? {} : { sku: MoreThan(after) };
    return this.source.getRepository(Stock).find({ where, order: { sku: 'ASC' }, take: limit });
  }

  reservations(orderId: string): Promise<Reservation[]> {
    return this.entities.all(Reservation, { orderId });
  }
}
