import { claims } from './record-writes.js';
import type { Claim } from '../claim.js';
import { DoorUnits, type DoorUnit } from '../ports/door-units.port.js';
import type { OperationIdentity } from '../request/operation-key.js';
import { KeyedRoutes } from '../routes/keyed-routes.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import type { Unit } from '#shared/database/unit-of-work/unit.js';
import { SagaBegun, SagaJoined } from '#shared/saga/saga-decided.js';
import { Injectable } from '@nestjs/common';

/** The door on our own unit of work: the claim is one more write of its commit, and a saga may answer later. */
@Injectable()
export class SagaUnits extends DoorUnits {
  constructor(
    private readonly units: UnitOfWork,
    private readonly routes: KeyedRoutes,
  ) {
    super();
  }

  run<T>(work: (unit: DoorUnit) => Promise<T>): Promise<T> {
    return this.units.run((unit) => work(new SagaUnit(unit, this.routes)));
  }
}

class SagaUnit implements DoorUnit {
  readonly isRepeat: boolean;

  constructor(
    private readonly unit: Unit,
    private readonly routes: KeyedRoutes,
  ) {
    this.isRepeat = unit.isRepeat;
  }

  finish(): Promise<void> {
    return this.unit.drain();
  }

  /** An operation whose answers no saga renders is decided with its commit, whatever sagas it sets going. */
  decidedLaterBy({ operation }: OperationIdentity, operationKey: Buffer): string | undefined {
    if (!this.routes.operation(operation).hasSaga) return undefined;
    const begun = this.unit.events.find((event) => event instanceof SagaBegun);
    if (begun) Object.assign(begun.saga, { entryOperation: operation, operationKey });
    return (begun ?? this.unit.events.find((event) => event instanceof SagaJoined))?.saga.id;
  }

  claim(claim: Claim): void {
    this.unit.write(claims, claim);
  }
}
