import { inspect } from 'node:util';
import { type ApiKey, ApiKeyRing } from './api-key.js';
import { isPublicRoute } from './authentication.js';

const client = (name: string, secret: string): ApiKey => ({ name, role: 'client', secret });

describe('the keys of an installation', () => {
  const ring = new ApiKeyRing([
    client('acme', 's1'),
    client('acme', 's2'),
    client('beta', 's3'),
    { name: 'acme', role: 'operator', secret: 's4' },
  ]);

  it('each mean one caller, and a rotated one the same', () => {
    expect(['s1', 's2', 's3'].map((secret) => ring.callerOf(secret)?.tenant)).toEqual(['acme', 'acme', 'beta']);
    expect(['', 's', 's5', 's1 ', 'S1'].map((secret) => ring.callerOf(secret))).toEqual(Array(5).fill(undefined));
  });

  it('never let an operator act as the client of the same name', () => {
    expect(ring.callerOf('s4')).toEqual({ tenant: 'operator:acme', role: 'operator', name: 'acme' });
  });

  it('are not kept in readable form', () => {
    const kept = new ApiKeyRing([client('acme', 'recognisable-secret')]);
    expect(inspect(kept, { depth: 9 })).not.toContain('recognisable');
  });

  it.each([
    ['one secret for two callers', [client('acme', 's'), client('beta', 's')]],
    ['an empty secret', [client('acme', '')]],
    ['an empty name', [client('', 's')]],
  ])('are refused at start with %s', (_, keys) => {
    expect(() => new ApiKeyRing(keys)).toThrow(/API key/);
  });
});

describe('a route', () => {
  it.each([
    '/health/live',
    '/metrics',
    '/docs',
    '/docs-json',
    '/docs/*',
    '/console',
    '/',
    '/api/webhooks/stripe',
    '/apiary',
  ])('needs no key: %s', (pattern) => {
    expect(isPublicRoute(pattern)).toBe(true);
  });

  it.each([
    '/api',
    '/api/',
    '/api/orders',
    '/api/:any',
    '/api/*',
    '/API/orders',
    '//api/orders',
    '/api/webhooks',
    '/api/webhooksx',
    'api/orders',
    '*',
    '/*',
    '/:any/orders',
  ])('needs a key: %s', (pattern) => {
    expect(isPublicRoute(pattern)).toBe(false);
  });
});
