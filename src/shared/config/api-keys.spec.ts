import { parseApiKeys } from './api-keys.js';

describe('API_KEYS', () => {
  it('is a list of name, role and secret', () => {
    expect(parseApiKeys(' shop:client:shop-secret , ops:operator:b64/secret+== ')).toEqual([
      { name: 'shop', role: 'client', secret: 'shop-secret' },
      { name: 'ops', role: 'operator', secret: 'b64/secret+==' },
    ]);
  });

  it.each([
    ['entry 1 must have three parts', 'shop-secret'],
    ['entry 2 must have three parts', 'shop:client:shop-secret,'],
    ['entry 1 must have three parts', 'shop:client:'],
    ['entry 1 must have a name', ':client:shop-secret'],
    ['entry 1 must have a name', 'my shop:client:shop-secret'],
    ['entry 2 must have the role client or operator', 'a:client:shop-secret,b:admin:ops-secret'],
    ['entry 1 must have a secret of at least 8 characters', 'shop:client:short'],
    ['entry 1 must have a secret of letters', 'shop:client:with blank'],
    ['entries 1 and 2 have the same name', 'shop:client:secret-one,shop:operator:secret-two'],
    ['entries 1 and 3 have the same secret', 'a:client:secret-one,b:client:secret-two,c:client:secret-one'],
  ])('is refused with "%s …": %s', (problem, text) => {
    expect(() => parseApiKeys(text)).toThrow(`API_KEYS ${problem}`);
  });
});
