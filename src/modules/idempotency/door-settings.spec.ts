import { doorSettings, pollUrlOf } from './door-settings.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';

const tenantOf = (): string => 'ada';

describe('what an application leaves open about its keys', () => {
  it('has an answer for everything but the tenant', () => {
    expect(doorSettings({ tenantOf })).toMatchObject({
      tenantOf,
      prefix: '',
      profile: 'default',
      ttlMs: 86_400_000,
      ttlForced: false,
      waitMs: 2_000,
      sweepIntervalMs: 600_000,
    });
  });

  it('is left open by undefined too', () => {
    expect(doorSettings({ tenantOf, ttlMs: undefined, prefix: undefined })).toMatchObject({
      ttlMs: 86_400_000,
      prefix: '',
    });
  });

  it('lets nobody read the requests of another tenant', () => {
    expect(doorSettings({ tenantOf }).readsAll({} as never)).toBe(false);
  });

  it('cannot be a life of answers below a day, unless it is forced', () => {
    expect(() => doorSettings({ tenantOf, ttlMs: 86_399_999 })).toThrow(
      new CannotStart('The door keeps answers for 86399999 ms: a day or more, unless ttlForced is true.'),
    );
    expect(doorSettings({ tenantOf, ttlMs: 1_000, ttlForced: true }).ttlMs).toBe(1_000);
  });

  it('puts the poll resource under the prefix of the application', () => {
    expect(pollUrlOf({ id: '1' }, { prefix: '' })).toBe('/idempotency/1');
    expect(pollUrlOf({ id: '1' }, { prefix: 'api/v2' })).toBe('/api/v2/idempotency/1');
  });
});
