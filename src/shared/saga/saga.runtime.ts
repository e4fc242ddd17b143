import { check } from './check.js';
import type { SagaDefinition } from './definition.js';
import type { Failure } from '../kernel/failure.js';
import { SagaBegun, SagaDecided, SagaJoined } from './saga-decided.js';
import { leftToNewerVersion, strangeStep, type SagaStanding } from './newer-version.js';
import { QUARANTINED, sagaQuarantined } from './quarantine.js';
import { SagaInstance } from './saga.entity.js';
import { SagaStore } from './saga.store.js';
import { transition, type Input } from './transition.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

/** Every event that takes part in a saga names its tenant. */
interface TenantEvent {
  readonly tenantId: string;
}

/** Advances sagas inside the unit of work that published the event; commands run in that unit too. */
@Injectable()
export class SagaRuntime {
  private readonly logger = new Logger('Saga');
  private readonly definitions = new Map<string, SagaDefinition>();

  constructor(
    private readonly store: SagaStore,
    private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Makes a definition known; a table that contradicts itself is refused here, at boot. */
  register<Start extends object>(definition: SagaDefinition<Start>): void {
    const known = definition as unknown as SagaDefinition;
    check(known);
    this.definitions.set(definition.name, known);
  }

  /** Defined by this version of the service; a saga of an unknown definition waits for a newer one. */
  knows(name: string): boolean {
    return this.definitions.has(name);
  }

  /** The tables that this version of the service runs. */
  known(): readonly SagaDefinition[] {
    return [...this.definitions.values()];
  }

  /** A step of a saga under way for which it is left to a newer version of the service; undefined when there is none. */
  strangeStepOf(name: string, saga: SagaStanding): string | undefined {
    const definition = this.definitions.get(name);
    return definition ? strangeStep(definition, saga) : saga.steps[0]?.name;
  }

  async advance(name: string, event: object): Promise<void> {
    const definition = this.definitions.get(name)!;
    const correlationId = definition.correlate(event as never);
    const isStart = event instanceof definition.startsOn;
    const known = await (isStart ? this.store.findBefore(name, correlationId) : this.store.find(name, correlationId));
    if (known) await this.move(definition, known, { event });
    else if (isStart) await this.begin(definition, correlationId, event);
  }

  /** Asks a running saga to turn back at its next step boundary; one that is turning back already goes on doing so. */
  async stop(name: string, correlationId: string, failure: Failure): Promise<void> {
    const saga = await this.store.find(name, correlationId);
    if (saga) await this.move(this.definitions.get(name)!, saga, { stop: failure });
  }

  /** From here on nothing moves it; its aggregate shows that a person must look. False when it is over or set aside. */
  async setAside(name: string, correlationId: string, detail: string): Promise<boolean> {
    const saga = await this.store.find(name, correlationId);
    if (!saga || saga.isDecided || saga.attention?.code === QUARANTINED) return false;
    await this.move(this.definitions.get(name)!, saga, { setAside: { code: QUARANTINED, detail } });
    return true;
  }

  /** Lets a saga that was set aside move again. False when it was not. */
  async letGo(name: string, correlationId: string): Promise<boolean> {
    const saga = await this.store.find(name, correlationId);
    if (saga?.attention?.code !== QUARANTINED) return false;
    await this.move(this.definitions.get(name)!, saga, { letGo: QUARANTINED });
    return true;
  }

  /** Makes the operation of the current unit wait for the decision of a saga that runs already. False when it is over. */
  async join(name: string, correlationId: string): Promise<boolean> {
    const saga = await this.store.find(name, correlationId);
    if (!saga || saga.isDecided) return false;
    saga.join();
    Unit.current('a saga').events.push(new SagaJoined(saga));
    return true;
  }

  private async begin(definition: SagaDefinition, correlationId: string, event: object): Promise<void> {
    const saga = SagaInstance.begin({
      id: definition.identify(event),
      tenantId: (event as TenantEvent).tenantId,
      definition: definition.name,
      correlationId,
      start: event,
      deadlineMs: (definition.expires ?? true) ? this.config.sagaDeadlineMs : null,
    });
    this.store.add(saga);
    Unit.current('a saga').events.push(new SagaBegun(saga));
    await this.move(definition, saga, { event });
  }

  private async move(definition: SagaDefinition, saga: SagaInstance, input: Input): Promise<void> {
    if (saga.attention?.code === QUARANTINED && !('letGo' in input)) throw sagaQuarantined();
    const state = saga.state();
    const strange = strangeStep(definition, state);
    if (strange !== undefined) throw leftToNewerVersion(saga.id, strange);
    const decidedBefore = saga.isDecided;
    const { next, send, ignored } = transition(definition, state, input);
    if (ignored) {
      this.report(saga, input, ignored);
      return;
    }
    this.store.move(saga, next);
    if (saga.isDecided && !decidedBefore) Unit.current('a saga').events.push(new SagaDecided(saga));
    for (const command of send) await this.commands.execute(command as never);
  }

  private report(saga: SagaInstance, input: Input, why: string): void {
    const { orderId, id: sagaId } = saga;
    const what = 'event' in input ? input.event.constructor.name : Object.keys(input)[0]!;
    if (why === 'already done') {
      Unit.current('a saga').afterCommit(() => stoppedDuplicate('step', { sagaId, detail: 'saga' }));
    }
    this.logger.log({ orderId, sagaId, event: what }, `${what} skipped (${why})`);
  }
}
