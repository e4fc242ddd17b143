import { flowSpanOf, place, placeRequest, traceOf, type PlacedSpan } from './placing.js';
import { SpanRecord } from './span-record.js';

const TEA = { orderId: '01890000-0000-7000-8000-00000000000a', sagaId: '01890000-0000-7000-9abc-0000000000a1' };
const POT = { orderId: '01890000-0000-7000-8000-00000000000b' };

const span = (name: string, whole?: SpanRecord, ...about: (typeof POT)[]): SpanRecord => {
  const record = new SpanRecord({ name }, whole);
  for (const order of about) record.isAbout(order);
  return record;
};

const named = (spans: readonly PlacedSpan[], name: string): PlacedSpan[] =>
  spans.filter(({ record }) => record.start.name === name);

describe('the place of work in a trace', () => {
  it('is in the trace of its order, under its saga, as soon as any part of it knows both', () => {
    const job = span('job');
    const unit = span('unit', job, TEA);
    span('commit', unit);
    span('call', job);
    const placed = place(job);
    expect(placed.map(({ traceId }) => traceId)).toEqual(Array(4).fill('0189000000007000800000000000000a'));
    const [top, inside] = [named(placed, 'job')[0]!, named(placed, 'unit')[0]!];
    expect(top.parentId).toBe('9abc0000000000a1');
    expect(named(placed, 'call')[0]!.parentId).toBe(top.spanId);
    expect(named(placed, 'commit')[0]!.parentId).toBe(inside.spanId);
  });

  it('is a trace of its own when it is about no order', () => {
    const sweep = span('sweep');
    span('unit', sweep);
    const [top, unit] = place(sweep);
    expect(top!.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect([top!.parentId, unit!.parentId, unit!.traceId]).toEqual([undefined, top!.spanId, top!.traceId]);
  });

  it('is in several traces when its parts are about several orders', () => {
    const sweep = span('sweep');
    span('one', sweep, TEA);
    span('other', sweep, POT);
    const placed = place(sweep);
    expect(named(placed, 'one').map(({ traceId }) => traceId)).toEqual([traceOf(TEA.orderId)]);
    expect(named(placed, 'other').map(({ traceId }) => traceId)).toEqual([traceOf(POT.orderId)]);
    expect([traceOf(TEA.orderId), traceOf(POT.orderId)]).not.toContain(named(placed, 'sweep')[0]!.traceId);
  });

  it('is the trace of each order for a unit that is about several and has no parts', () => {
    const placed = place(span('unit', undefined, TEA, POT));
    expect(placed.map(({ traceId, parentId }) => [traceId, parentId])).toEqual([
      [traceOf(TEA.orderId), flowSpanOf(TEA.sagaId)],
      [traceOf(POT.orderId), undefined],
    ]);
  });
});

describe('the place of a request', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const caller = { spanId: '00f067aa0ba902b7', isSampled: false };

  it('is in the trace of its caller, with all of its parts, while it is about no order', () => {
    const request = span('GET');
    span('unit', request);
    const [top, unit] = placeRequest(request, TRACE, caller);
    expect(top).toMatchObject({ traceId: TRACE, parentId: caller.spanId, caller, links: [] });
    expect(unit).toMatchObject({ traceId: TRACE, parentId: top!.spanId });
    expect(unit!.caller).toBeUndefined();
  });

  it('is in both traces when it is about an order, and each of the two leads to the other', () => {
    const request = span('POST');
    span('unit', request, TEA);
    const [outside, inside, unit] = placeRequest(request, TRACE, caller);
    expect(outside).toMatchObject({ traceId: TRACE, caller });
    expect(inside).toMatchObject({ traceId: traceOf(TEA.orderId), parentId: flowSpanOf(TEA.sagaId) });
    expect(outside!.links).toEqual([{ traceId: inside!.traceId, spanId: inside!.spanId }]);
    expect(inside!.links).toEqual([{ traceId: TRACE, spanId: outside!.spanId }]);
    expect(unit!.parentId).toBe(inside!.spanId);
  });
});

describe('what a span may cost', () => {
  it('is bounded: of work without end the first thousand parts are kept', () => {
    const sweep = span('sweep');
    for (let n = 0; n < 1_500; n++) span('unit', sweep);
    expect(sweep.parts).toHaveLength(1_000);
  });

  it('tells the kind of an error and never its message', () => {
    const unit = span('unit');
    unit.end(new TypeError('sk_live_secret'));
    expect([unit.failure, JSON.stringify(unit)]).toEqual(['TypeError', expect.not.stringContaining('sk_live')]);
  });
});
