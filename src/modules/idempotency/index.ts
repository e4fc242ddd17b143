/** All that another application needs of the door. */
export { jsonAnswer, type Answer } from './contract/answer.js';
export { Idempotent } from './contract/idempotent.decorator.js';
export { InUnit } from './contract/in-unit.decorator.js';
export { Visit } from './door/visit.js';
export type { DoorOptions } from './door-settings.js';
export type { IdempotentPolicy } from './door/policy.js';
export { equipForKeys } from './http/equip-for-keys.js';
export { IdempotencyModule } from './idempotency.module.js';
export { ClaimLost, type Claim } from './claim.js';
export { DoorUnits, type DoorUnit } from './ports/door-units.port.js';
export { RecordStore } from './ports/record-store.port.js';
export { IdempotencyRecord } from './record.js';
export { CreateIdempotencyRecords1764000060000 } from './typeorm/create-idempotency-records.js';
export { KeyedTransaction } from './typeorm/keyed-transaction.js';
export { DomainError } from '#shared/kernel/domain-error.js';
export { Remembers, type RemembersOperations } from '#shared/kernel/remembers-operations.js';
