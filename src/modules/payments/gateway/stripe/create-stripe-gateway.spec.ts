import { inspect } from 'node:util';
import { gatewayTo, SECRET, SECRETS } from '../../../../../test/support/scripted-stripe.js';
import { createStripeGateway } from './create-stripe-gateway.js';

describe('a gateway', () => {
  it('shows no key when it is printed', () => {
    expect(
      `${inspect(gatewayTo('http://psp.example'), { depth: 10, showHidden: true })} ${JSON.stringify(gatewayTo('http://psp.example'))}`,
    ).not.toMatch(SECRETS);
  });

  it('never points the sandbox at the real Stripe by omission', () => {
    const options = { provider: 'sandbox' as const, secretKey: SECRET, timeoutMs: 1, returnUrl: 'https://x.example' };
    expect(() => createStripeGateway(options)).toThrow(TypeError);
  });

  it.each(['http://psp.example/v1', 'ftp://psp.example', 'not a url'])('refuses the API base %s', (base) => {
    expect(() => gatewayTo(base)).toThrow(/URL/);
  });
});
