import fc from 'fast-check';
import { operationKey, type OperationIdentity } from './operation-key.js';

const identity = fc.record<OperationIdentity>({ tenant: fc.string(), operation: fc.string(), key: fc.string() });
const hex = (one: OperationIdentity): string => operationKey(one).toString('hex');

describe('an operation key', () => {
  it('is the same for the same identity only', () => {
    fc.assert(
      fc.property(identity, identity, (one, other) => {
        const same = one.tenant === other.tenant && one.operation === other.operation && one.key === other.key;
        expect(hex(one) === hex(other)).toBe(same);
        expect(hex({ ...one })).toBe(hex(one));
      }),
    );
  });

  it('differs when text moves between tenant, operation and key', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3 }), fc.nat(), fc.nat(), (text, first, second) => {
        const parts = (at: number): OperationIdentity => {
          const cut = at % text.length;
          return { tenant: text.slice(0, cut), operation: 'o', key: text.slice(cut) };
        };
        expect(hex(parts(first)) === hex(parts(second))).toBe(first % text.length === second % text.length);
      }),
    );
  });

  it('never changes: rows of every installation hold it', () => {
    expect(hex({ tenant: 'acme', operation: 'orders.place', key: 'k-1' })).toBe(
      '4b07c3d46d817ea9519731ad6b2ead4ba1c831e6a98f201fe368e39043f039b8',
    );
    expect(operationKey({ tenant: '', operation: '', key: '' })).toHaveLength(32);
  });
});
