import { refundPayment } from './refund-payment.saga.js';
import { RefundDecided, RefundRequested, RefundStuck, SendRefund } from '../contract/index.js';
import { check } from '#shared/saga/check.js';
import type { SagaDefinition } from '#shared/saga/definition.js';
import { specify } from '../../../../test/support/saga-specification.js';

const asked = new RefundRequested('alice', 'order-1', 'refund-1', 'saga-7');
const decided = new RefundDecided('alice', 'refund-1');
const inDoubt = { code: 'refund_in_doubt', detail: 'Nobody could find out yet.' };
const stuck = new RefundStuck('alice', 'order-1', inDoubt, 'refund-1');

const { given } = specify(refundPayment, asked);

describe('the table of the refund saga', () => {
  it('does not contradict itself, and keeps the names under which running sagas are stored', () => {
    expect(() => check(refundPayment as unknown as SagaDefinition)).not.toThrow();
    expect([refundPayment.name, ...refundPayment.steps.map(({ name }) => name)]).toEqual([
      'refund-payment',
      'payment.refund',
    ]);
  });

  it('is found by its refund and has the id that the request gave it', () => {
    for (const event of [asked, decided, stuck]) expect(refundPayment.correlate(event as never)).toBe('refund-1');
    expect(refundPayment.identify(asked)).toBe('saga-7');
  });

  it('never turns back because it takes long: money that may be on its way cannot be called back', () => {
    expect(refundPayment.expires).toBe(false);
  });
});

describe('a refund that was asked for', () => {
  it('is sent, and decided once the provider has taken or refused it', () => {
    given().when(asked).expect([SendRefund], 'running').expectCommand(new SendRefund('refund-1'));
    given(asked).when(decided).expect([], 'completed').expectMarkers({ 'payment.refund': 'done' });
  });

  it('that nobody knows about calls for a person, and is decided all the same later', () => {
    given(asked).when(stuck).expect([], 'running').expectMarkers({ 'payment.refund': 'pending' });
    given(asked, stuck).when(decided).expect([], 'completed');
  });

  it('is decided once, whatever becomes of the money afterwards', () => {
    given(asked, decided).when(decided).expectIgnored('already done');
    given(asked, decided).when(stuck).expectIgnored('already done');
    given(asked).when(asked).expectIgnored('already done');
  });
});
