import { refundVerdict } from './refund-verdict.js';
import { Payment } from '../domain/payment.entity.js';
import { Refund } from '../domain/refund.entity.js';
import type { RefundStatus } from '../contract/index.js';
import type { ProviderRefund } from '../gateway/payment-gateway.js';

const ours = (status: RefundStatus, more: Partial<Refund> = {}): Refund =>
  Object.assign(new Refund(), {
    id: 'refund-1',
    status,
    amount: 400,
    currency: 'EUR',
    generation: 1,
    providerReference: 're_1',
    ...more,
  });

const theirs = (status: ProviderRefund['status'], more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  providerReference: 're_1',
  status,
  amount: 400,
  refundId: 'refund-1',
  generation: 1,
  ...more,
});

const differing = (...verdict: Parameters<typeof refundVerdict>): readonly string[] | string => {
  const seen = refundVerdict(...verdict);
  return seen.is === 'differ' ? seen.what : seen.is;
};

describe('a refund in both books', () => {
  it.each(['pending', 'succeeded', 'failed'] as const)('that is %s in both agrees', (status) => {
    expect(differing(ours(status), theirs(status), undefined)).toBe('agree');
  });

  it('differs in its status, and in its amount', () => {
    expect(differing(ours('pending'), theirs('succeeded'), undefined)).toEqual(['status']);
    expect(differing(ours('failed'), theirs('succeeded', { amount: 401 }), undefined)).toEqual(['status', 'amount']);
  });

  it('whose earlier attempt failed there is under way; an earlier attempt that gave money back is one too many', () => {
    const second = ours('pending', { generation: 2, providerReference: null });
    expect(differing(second, theirs('failed'), undefined)).toBe('agree');
    expect(differing(second, theirs('succeeded'), undefined)).toEqual(['a second refund']);
    const made = ours('succeeded', { generation: 2, providerReference: 're_2' });
    expect(differing(made, theirs('failed'), undefined)).toBe('agree');
    expect(differing(made, theirs('succeeded'), undefined)).toEqual(['a second refund']);
  });
});

describe('a refund that is only there', () => {
  it('counts when it gives our money back or names one of ours, and else is somebody else’s', () => {
    const nameless = theirs('succeeded', { refundId: undefined });
    expect(differing(undefined, nameless, new Payment())).toBe('only there');
    expect(differing(undefined, theirs('succeeded'), undefined)).toBe('only there');
    expect(differing(undefined, nameless, undefined)).toBe('foreign');
  });

  it('that failed gave nothing back', () => {
    expect(differing(undefined, theirs('failed'), new Payment())).toBe('agree');
    expect(differing(undefined, theirs('failed'), undefined)).toBe('foreign');
  });
});
