import { DOOR_SETTINGS, type DoorSettings } from '../door-settings.js';
import { TypeOrmRecordStore } from '../typeorm/record.store.js';
import { History } from '#shared/database/history.js';
import { LookUps } from '#shared/database/look-ups.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Looks records up as units look up their entities: by statements that are planned once. */
@Injectable()
export class PreparedRecordStore extends TypeOrmRecordStore {
  constructor(
    source: DataSource,
    @Inject(DOOR_SETTINGS) settings: DoorSettings,
    private readonly lookUps: LookUps,
    private readonly history: History,
  ) {
    super(source, settings);
  }

  protected override whenAnswersMayBeLost(listener: () => void): void {
    this.lookUps.onLostConnection(listener);
    this.history.onChange(listener);
  }

  protected override ask<Stored extends object>(text: string, values: unknown[]): Promise<Stored[]> {
    return this.lookUps.find<Stored>(text, values);
  }
}
