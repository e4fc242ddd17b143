import { enqueue } from '#shared/jobs/job-writes.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import type { Failure } from '#shared/kernel/failure.js';
import { advances } from '#shared/saga/advance-saga.js';
import type { EventClass, SagaDefinition } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Inject, Injectable, type OnModuleInit, type Provider, type Type } from '@nestjs/common';
import { Command, CommandHandler, EventBus, Saga, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';

/** What the world is asked for, step by step and undo by undo. */
export type What = keyof typeof HAPPENED;
export type Answer = 'done' | 'refused' | 'unknown';

/** The start of a made-up saga in which every step asks the world by a job. */
export class TripPlanned {
  readonly tenantId = 'alice';
  constructor(
    readonly tripId: string,
    readonly sagaId: string,
    /** What is told of some things when they are asked for; of all others that they are done. */
    readonly answers: Partial<Record<What, Answer>> = {},
  ) {}
}

abstract class OfTrip {
  constructor(
    readonly tripId: string,
    readonly failure: Failure = { code: 'full', detail: 'No room left.' },
  ) {}
}
export class FlightBooked extends OfTrip {}
export class FlightRefused extends OfTrip {}
export class FlightUncertain extends OfTrip {}
export class FlightReturned extends OfTrip {}
export class InsuranceBought extends OfTrip {}
export class InsuranceReturned extends OfTrip {}
export class HotelBooked extends OfTrip {}
export class HotelRefused extends OfTrip {}
export class HotelUncertain extends OfTrip {}
export class HotelReturned extends OfTrip {}
export class VisaStamped extends OfTrip {}
export class TicketsSent extends OfTrip {}
export class TripCalledOff extends OfTrip {}

/** What is told of each thing. */
const HAPPENED = {
  flight: { done: FlightBooked, refused: FlightRefused, unknown: FlightUncertain },
  'flight back': { done: FlightReturned },
  insurance: { done: InsuranceBought },
  'insurance back': { done: InsuranceReturned },
  hotel: { done: HotelBooked, refused: HotelRefused, unknown: HotelUncertain },
  'hotel back': { done: HotelReturned },
  visa: { done: VisaStamped },
  tickets: { done: TicketsSent },
  'called off': { done: TripCalledOff },
} satisfies Record<string, { done: EventClass; refused?: EventClass; unknown?: EventClass }>;

/** Asks the world for something under the key of a step. */
export class AskFor extends Command<void> {
  constructor(
    readonly what: What,
    readonly trip: TripPlanned,
    readonly key: string,
  ) {
    super();
  }
}

type Errand = { readonly tripId: string; readonly what: What; readonly key: string; readonly answer: Answer };

/** Everything that ever happened outside, by the key under which it was asked for, and by which version. */
export const WORLD = `CREATE TABLE public.world (key text PRIMARY KEY, trip text, what text, by text)`;

/** The world does one thing once for a key, as a provider does. */
abstract class TripJob implements Job<Errand, void> {
  constructor(
    private readonly events: EventBus,
    private readonly source: DataSource,
    @Inject('VERSION') private readonly version: TripVersion,
  ) {}

  async call({ tripId, what, key, answer }: Errand): Promise<void> {
    if (answer === 'refused') return;
    await this.source.query('INSERT INTO public.world VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      key,
      tripId,
      what,
      this.version.name,
    ]);
  }

  async settle(_: void, errand: Errand): Promise<void> {
    const { tripId, what, key, answer } = errand;
    const told: Partial<Record<Answer, new (tripId: string) => object>> = HAPPENED[what];
    this.events.publish(new told[answer]!(tripId));
    if (answer === 'unknown')
      enqueue({
        name: this.version.jobNames[what] ?? 'trip.ask',
        key: `${key}:look`,
        payload: { ...errand, answer: 'done' },
      });
  }
}

@JobHandler('trip.ask')
@Injectable()
class AskJob extends TripJob {}

@JobHandler('trip.book-hotel')
@Injectable()
export class HotelJob extends TripJob {}

/** What is new has a kind of job of its own: a version that does not know it leaves it in the queue. */
@JobHandler('trip.extras')
@Injectable()
export class ExtrasJob extends TripJob {}

@JobHandler('trip.book-room', 'trip.book-hotel')
@Injectable()
export class RoomJob extends TripJob {}

/** One release of the made-up service. */
export interface TripVersion {
  readonly name: string;
  readonly table: SagaDefinition<TripPlanned>;
  readonly jobs: readonly Type<TripJob>[];
  /** Of what is not asked for by `trip.ask`. */
  readonly jobNames: Partial<Record<What, string>>;
}

@CommandHandler(AskFor)
class AskForHandler implements ICommandHandler<AskFor> {
  constructor(@Inject('VERSION') private readonly version: TripVersion) {}

  async execute({ what, trip: { tripId, answers }, key }: AskFor): Promise<void> {
    const payload = { tripId, what, key, answer: answers[what] ?? 'done' } satisfies Errand;
    enqueue({ name: this.version.jobNames[what] ?? 'trip.ask', key: `${key}:1`, payload });
  }
}

function sagaOf(table: TripVersion['table']): Type {
  @Injectable()
  class TripSaga implements OnModuleInit {
    constructor(private readonly runtime: SagaRuntime) {}

    onModuleInit(): void {
      this.runtime.register(table);
    }

    @Saga()
    advance = advances(table);
  }
  return TripSaga;
}

/** All that a process of this version runs besides the kernel. */
export const tripProviders = (version: TripVersion): Provider[] => [
  { provide: 'VERSION', useValue: version },
  AskForHandler,
  AskJob,
  ...version.jobs,
  sagaOf(version.table),
];
