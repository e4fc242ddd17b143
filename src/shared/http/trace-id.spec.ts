import { traceIdOf } from './trace-id.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traced = (traceparent?: string): string => traceIdOf({ headers: { traceparent } });

describe('the id of a request', () => {
  it.each([`00-${TRACE}-00f067aa0ba902b7-01`, `01-${TRACE}-00f067aa0ba902b7-01-later`])(
    'is taken from %s',
    (header) => {
      expect(traced(header)).toBe(TRACE);
    },
  );

  it.each([
    undefined,
    '',
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01, 00-${TRACE}-00f067aa0ba902b7-01`,
    '<script>',
  ])('is new, and no echo, when traceparent is %s', (header) => {
    const id = traced(header);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe(TRACE);
  });

  it('stays the same for the same request', () => {
    const request = { headers: {} };
    expect(traceIdOf(request)).toBe(traceIdOf(request));
    expect(traceIdOf(request)).not.toBe(traceIdOf({ headers: {} }));
  });
});
