import { unlessOnItsWay, verdictOn, type Verdict } from './comparing.js';

const entry = { status: 'pending', amount: 100 };
const differing = (...what: string[]): Verdict => verdictOn(entry, entry, what);

describe('something of ours that is on its way', () => {
  it('may be a status behind, and that is no difference', () => {
    expect(unlessOnItsWay(differing('status'), true)).toEqual({ is: 'agree' });
    expect(unlessOnItsWay(differing('status'), false)).toMatchObject({ is: 'differ' });
  });

  it.each([[['amount']], [['status', 'currency']], [['a second payment']]])('differs all the same in %j', (what) => {
    expect(unlessOnItsWay(differing(...what), true)).toMatchObject({ is: 'differ', what });
  });

  it('is missed where it is only in one of the books', () => {
    for (const verdict of [{ is: 'only here', here: entry } as const, { is: 'only there', there: entry } as const])
      expect(unlessOnItsWay(verdict, true)).toEqual(verdict);
  });
});
