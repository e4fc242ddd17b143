import { Reservation } from './domain/reservation.entity.js';
import { Stock } from './domain/stock.entity.js';
import { Entities } from '#shared/database/unit-of-work/entities.js';
import { EntityReads } from '#shared/database/unit-of-work/entity-reads.js';
import { Remembers, type RemembersOperations } from '#shared/kernel/remembers-operations.js';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';

@Remembers()
@Injectable()
export class InventoryRepository implements RemembersOperations {
  constructor(
    private readonly entities: Entities,
    private readonly reads: EntityReads,
    private readonly source: DataSource,
  ) {}

  /** Never tracked: counts move by deltas, people's changes by revisions, so a plain update must not be derived. */
  async stock(sku: string): Promise<Stock | undefined> {
    return (await this.reads.by(Stock, { sku }))[0];
  }

  async stocks(skus: readonly string[]): Promise<Stock[]> {
    return (await Promise.all(skus.map((sku) => this.stock(sku)))).filter((stock) => stock !== undefined);
  }

  page(limit: number, after?: string): Promise<Stock[]> {
    const where = after === undefined ? {} : { sku: MoreThan(after) };
    return this.source.getRepository(Stock).find({ where, order: { sku: 'ASC' }, take: limit });
  }

  async remembers(operationKey: Buffer): Promise<boolean> {
    const found = await this.source.query<object[]>('SELECT 1 FROM inventory.movements WHERE operation_key = $1', [
      operationKey,
    ]);
    return found.length > 0;
  }

  reservations(orderId: string): Promise<Reservation[]> {
    return this.entities.all(Reservation, { orderId });
  }
}
