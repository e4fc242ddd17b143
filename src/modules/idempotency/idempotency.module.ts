import { Claiming } from './door/claiming.js';
import { Decisions } from './decisions.js';
import { DOOR_SETTINGS, doorSettings, type DoorOptions } from './door-settings.js';
import { ExpirySweep } from './expiry-sweep.js';
import { PolicyController } from './http/policy.controller.js';
import { PollController } from './http/poll.controller.js';
import { OperationKeys } from './operation-keys.js';
import { DoorUnits } from './ports/door-units.port.js';
import { RecordStore } from './ports/record-store.port.js';
import { KeyedRoutes } from './routes/keyed-routes.js';
import { KeyedTransaction } from './typeorm/keyed-transaction.js';
import { TypeOrmRecordStore } from './typeorm/record.store.js';
import { Undecided } from './undecided.js';
import {
  Global,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';

/** What stands behind the door; TypeORM on the application's `DataSource` (PostgreSQL) unless said otherwise. */
interface DoorBinding extends Pick<ModuleMetadata, 'imports'> {
  readonly records?: Type<RecordStore>;
  readonly units?: Type<DoorUnits>;
  /** What these need, and `LaterDecisions` where there are some. */
  readonly providers?: readonly Provider[];
}

/** Options that something else has to give. */
interface DoorFactory extends DoorBinding {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory: FactoryProvider<DoorOptions | Promise<DoorOptions>>['useFactory'];
}

/** The request door and the records behind it. Global, because `@Idempotent()` binds the door's parts to any controller. */
@Global()
@Module({})
export class IdempotencyModule {
  static forRoot(options: DoorOptions & DoorBinding): DynamicModule {
    const { imports, records, units, providers, ...settings } = options;
    return this.forRootAsync({ imports, records, units, providers, useFactory: () => settings });
  }

  static forRootAsync(factory: DoorFactory): DynamicModule {
    const { imports = [], inject = [], useFactory, providers = [] } = factory;
    const { records = TypeOrmRecordStore, units = KeyedTransaction } = factory;
    return {
      module: IdempotencyModule,
      imports: [DiscoveryModule, ScheduleModule.forRoot(), ...imports],
      controllers: [PolicyController, PollController],
      providers: [
        { provide: DOOR_SETTINGS, inject, useFactory: async (...from) => doorSettings(await useFactory(...from)) },
        { provide: RecordStore, useClass: records },
        units,
        { provide: DoorUnits, useExisting: units },
        KeyedRoutes,
        OperationKeys,
        Decisions,
        Undecided,
        Claiming,
        ExpirySweep,
        ...providers,
      ],
      exports: [DOOR_SETTINGS, KeyedRoutes, RecordStore, DoorUnits, units, Decisions, Claiming, Undecided],
    };
  }
}
