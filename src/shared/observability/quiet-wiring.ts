import type { LoggerService } from '@nestjs/common';

/** Where Nest tells of every module and route while it puts the application together. */
const WIRING = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** The same logger, to which the wiring of the application is worth a debug line only: it is the same at every start. */
export const withQuietWiring = <L extends LoggerService>(logger: L): L =>
  Object.create(logger, {
    log: {
      value(message: unknown, ...context: unknown[]): void {
        if (WIRING.has(context.at(-1))) logger.debug?.(message, ...context);
        else logger.log(message, ...context);
      },
    },
  }) as L;
