import type { Door } from './open-door.js';
import { until } from '../../support/until.js';
import {
  DecidesAnswersOf,
  Idempotent,
  jsonAnswer,
  type Answer,
  type DecidedAnswer,
} from '#modules/idempotency/contract/index.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { Caller } from '#shared/http/caller.js';
import { newId } from '#shared/kernel/ids.js';
import { advances } from '#shared/saga/advance-saga.js';
import { define } from '#shared/saga/definition.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { Body, Controller, Injectable, Post, type OnModuleInit } from '@nestjs/common';
import { Command, CommandHandler, EventBus, Saga } from '@nestjs/cqrs';
import { IsOptional, IsString } from 'class-validator';

/** A business that is slow: a parcel is under way until the test says that it has arrived. */
class ParcelSent {
  constructor(
    readonly parcelId: string,
    readonly tenantId: string,
    readonly sagaId = newId(),
  ) {}
}
class ParcelArrived {
  constructor(readonly parcelId: string) {}
}
class AwaitParcel extends Command<void> {}

const parcel = define<ParcelSent>({
  name: 'parcel',
  correlate: (event: { parcelId: string }) => event.parcelId,
  startsOn: ParcelSent,
  identify: ({ sagaId }) => sagaId,
  expires: false,
  steps: [{ name: 'arrive', send: () => new AwaitParcel(), done: ParcelArrived }],
});

@CommandHandler(AwaitParcel)
class AwaitParcelHandler {
  async execute(): Promise<void> {}
}

@Injectable()
class ParcelSaga implements OnModuleInit {
  constructor(private readonly runtime: SagaRuntime) {}

  onModuleInit(): void {
    this.runtime.register(parcel);
  }

  @Saga()
  advance = advances(parcel);
}

@DecidesAnswersOf('parcels.accepted', 'parcels.wait', 'parcels.briefly', 'parcels.conflict')
@Injectable()
class ParcelAnswers implements DecidedAnswer {
  async render(_operation: string, saga: SagaInstance): Promise<Answer> {
    return jsonAnswer(201, { id: saga.correlationId });
  }
}

class SendParcelRequest {
  @IsString()
  to!: string;

  @IsOptional()
  @IsString()
  wrapping: string = 'paper';

  @IsOptional()
  @IsString()
  note?: string;
}

/** How long a repetition at the route that waits briefly does. */
export const BRIEFLY_MS = 400;
/** How long the answers of the accepting route live. */
export const LONG_TTL_MS = 7 * 86_400_000;

/** One route for each way to treat a repetition of a request under way. */
@Controller('parcels')
class ParcelsController {
  constructor(private readonly events: EventBus) {}

  @Post('accepted')
  @Idempotent({ operation: 'parcels.accepted', ttl: '7d', ignore: ['note'] })
  accepted(@Body() body: SendParcelRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.sendFor(body, caller);
  }

  @Post('wait')
  @Idempotent({ operation: 'parcels.wait', inProgress: 'wait' })
  wait(@Body() body: SendParcelRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.sendFor(body, caller);
  }

  @Post('briefly')
  @Idempotent({ operation: 'parcels.briefly', inProgress: 'wait', wait: `${BRIEFLY_MS}ms` })
  briefly(@Body() body: SendParcelRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.sendFor(body, caller);
  }

  @Post('conflict')
  @Idempotent({ operation: 'parcels.conflict', inProgress: 'conflict' })
  conflict(@Body() body: SendParcelRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.sendFor(body, caller);
  }

  private async sendFor({ to }: SendParcelRequest, { tenant }: Caller): Promise<Answer> {
    const parcelId = newId();
    this.events.publish(new ParcelSent(parcelId, tenant));
    return jsonAnswer(202, { id: parcelId, to });
  }
}

export const parcels = {
  controllers: [ParcelsController],
  providers: [AwaitParcelHandler, ParcelSaga, ParcelAnswers],
};

/** The parcel that a key sent, as soon as it is under way. */
export const parcelOf = (door: Door, key: string): Promise<string> =>
  until(`the parcel of ${key} is under way`, async () => {
    const [row] = await door.rows<{ id: string }>(
      `SELECT s.correlation_id AS id FROM saga.sagas s JOIN idempotency.records r ON r.saga_id = s.id WHERE r.key = $1`,
      [key],
    );
    return row?.id;
  });

/** Decides it. */
export async function arrive(door: Door, key: string): Promise<void> {
  const id = await parcelOf(door, key);
  await door.app.get(UnitOfWork, { strict: false }).run(async () => {
    door.app.get(EventBus, { strict: false }).publish(new ParcelArrived(id));
  });
}
