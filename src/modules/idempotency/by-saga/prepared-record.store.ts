import { DOOR_SETTINGS, type DoorSettings } from '../door-settings.js';
import { TypeOrmRecordStore } from '../typeorm/record.store.js';
import { LOOKUP_POOL } from '#shared/database/pools.js';
import { preparedOn } from '#shared/database/prepared.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

/** Looks records up as units look up their entities: by statements that are planned once. */
@Injectable()
export class PreparedRecordStore extends TypeOrmRecordStore {
  constructor(
    source: DataSource,
    @Inject(DOOR_SETTINGS) settings: DoorSettings,
    @Inject(LOOKUP_POOL) private readonly pool: Pool,
  ) {
    super(source, settings);
  }

  protected override ask<Found extends object>(text: string, values: unknown[]): Promise<Found[]> {
    return preparedOn<Found>(this.pool, text, values);
  }
}
