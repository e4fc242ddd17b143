import { withQuietWiring } from './quiet-wiring.js';
import type { LoggerService } from '@nestjs/common';

describe('the log of a start', () => {
  it('tells of modules and routes to whoever debugs, and of everything else to everybody', () => {
    const told: unknown[][] = [];
    const telling =
      (level: string) =>
      (...what: unknown[]): void =>
        void told.push([level, ...what]);
    const logger: LoggerService = {
      log: telling('log'),
      warn: telling('warn'),
      error: telling('error'),
      debug: telling('debug'),
    };

    const quiet = withQuietWiring(logger);
    quiet.log('Mapped {/api/orders, POST} route', 'RouterExplorer');
    quiet.log('Nest application successfully started', 'NestApplication');
    quiet.warn('something is wrong', 'RouterExplorer');

    expect(told).toEqual([
      ['debug', 'Mapped {/api/orders, POST} route', 'RouterExplorer'],
      ['log', 'Nest application successfully started', 'NestApplication'],
      ['warn', 'something is wrong', 'RouterExplorer'],
    ]);
  });
});
