import { DecisionChannel } from './decision-channel.js';
import { KeysMetric } from './keys.metric.js';
import { KeysStore } from './keys.store.js';
import { GetKeyHandler, ListKeysHandler } from './list-keys.handler.js';
import { ListRequestsHandler } from './list-requests.handler.js';
import { NextLook } from './next-look.js';
import { PreparedRecordStore } from './prepared-record.store.js';
import { ProgressTellers } from './progress-tellers.js';
import { ReleaseKeyHandler } from './release-key.handler.js';
import { KeyEffects } from './released-keys.js';
import { SagaAnswers } from './saga-answers.js';
import { SagaDecisions } from './saga-decisions.js';
import { SagaRecordsStore } from './saga-records.store.js';
import { SagaUnits } from './saga-units.js';
import type { DoorOptions } from '../door-settings.js';
import { IdempotencyModule } from '../idempotency.module.js';
import { LaterDecisions } from '../ports/later-decisions.port.js';
import type { Config } from '#shared/config/config.js';
import { CONFIG } from '#shared/config/config.token.js';
import { callerOf } from '#shared/http/caller.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import type { DynamicModule } from '@nestjs/common';

/** What the environment and our API keys say about keyed routes. */
export const optionsOf = (config: Config): DoorOptions => ({
  tenantOf: (request) => callerOf(request).tenant,
  readsAll: (request) => callerOf(request).role === 'operator',
  prefix: 'api',
  profile: config.idempotencyProfile,
  ttlMs: config.idempotencyTtlMs,
  replayCacheBytes: config.replayCacheBytes,
  ttlForced: config.idempotencyTtlForced,
  waitMs: config.orderWaitMs,
  sweepIntervalMs: config.role === 'api' ? 0 : config.sweepIntervalMs,
});

const countedBy = (keys: KeysMetric): Pick<DoorOptions, 'onRepetition' | 'onMismatch'> => ({
  onRepetition({ sagaId }, detail) {
    stoppedDuplicate('api', { sagaId, detail });
    if (detail === 'answered') keys.replayed();
  },
  onMismatch: () => keys.mismatched(),
});

/** The door of this service: on its unit of work, with sagas that decide after the commit. */
export const doorWithSagas = (): DynamicModule =>
  IdempotencyModule.forRootAsync({
    inject: [CONFIG, KeysMetric],
    useFactory: (config: Config, keys: KeysMetric) => ({ ...optionsOf(config), ...countedBy(keys) }),
    records: PreparedRecordStore,
    units: SagaUnits,
    providers: [
      SagaRecordsStore,
      DecisionChannel,
      ProgressTellers,
      NextLook,
      SagaAnswers,
      ListRequestsHandler,
      KeysStore,
      ListKeysHandler,
      GetKeyHandler,
      ReleaseKeyHandler,
      KeyEffects,
      KeysMetric,
      { provide: LaterDecisions, useClass: SagaDecisions },
    ],
  });
