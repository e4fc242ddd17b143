import { SagaDecided } from './saga-decided.js';
import { SagaInstance } from './saga.entity.js';
import { stepInserts, stepUpdates } from './step-writes.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { aboutOrder, type AboutOrder } from '../observability/tracing/about-order.js';
import { currentTracer, type EndedFlow, type OpenSpan } from '../observability/tracing/tracing.js';

/** Takes part in every commit while traces are on: tells them what the unit was about, and which steps it has moved. */
export function tellTraces(unit: Unit): void {
  unit.afterCommit(() => {
    const tracer = currentTracer();
    if (tracer?.current) describe(unit, tracer.current);
    for (const event of unit.events) {
      const flow = event instanceof SagaDecided ? endOf(event.saga) : undefined;
      if (flow) tracer?.flowEnded(flow);
    }
  });
}

function describe(unit: Unit, span: OpenSpan): void {
  for (const thing of [...unit.events, ...unit.insertedEntities, ...unit.trackedEntities]) span.isAbout(orderOf(thing));
  const steps = [...unit.rowsOf(stepInserts), ...unit.rowsOf(stepUpdates)].map(({ step }) => step);
  if (steps.length === 0) return;
  const told = (member: 'name' | 'status'): string => steps.map((step) => step[member]).join(', ');
  span.say({ 'ichido.step': told('name'), 'ichido.result': told('status') });
}

/** A saga names its order in what has started it. */
const orderOf = (thing: object): AboutOrder | undefined =>
  aboutOrder(thing instanceof SagaInstance ? { orderId: thing.orderId, sagaId: thing.id } : thing);

function endOf(saga: SagaInstance): EndedFlow | undefined {
  const { id: sagaId, definition, failure, status, createdAt, updatedAt } = saga;
  const order = orderOf(saga);
  return (
    order && {
      orderId: order.orderId,
      sagaId,
      name: `saga ${definition}`,
      // A saga that begins and ends in one commit has not been given its time by the database.
      begunAt: createdAt ?? updatedAt,
      words: { 'ichido.saga.id': sagaId, 'ichido.result': failure?.code ?? status },
    }
  );
}
