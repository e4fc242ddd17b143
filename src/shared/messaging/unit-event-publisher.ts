import { Unit } from '../database/unit-of-work/unit.js';
import type { IEvent, IEventPublisher } from '@nestjs/cqrs';
import type { Subject } from 'rxjs';

/**
 * Events exist only inside a unit of work: publishing records the event there and lets sagas hear it; it becomes
 * visible to anybody else only with the commit. Outside a unit it refuses.
 */
export class UnitEventPublisher implements IEventPublisher {
  constructor(private readonly stream: Subject<IEvent>) {}

  publish<Event extends IEvent>(event: Event): void {
    Unit.current(`publishing ${event.constructor.name}`).events.push(event);
    this.stream.next(event);
  }
}
