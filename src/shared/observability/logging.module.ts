import { loggableError } from '../http/loggable-error.js';
import { traceIdOf } from '../http/trace-id.js';
import type { Config } from '../config/config.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';

/** Members that could carry a secret never reach the log, wherever an object that has them is logged. */
const SECRETS = ['req.headers', 'res.headers', 'headers', '*.headers', 'authorization', '*.authorization', '*.secret'];

/** Whoever logs an error logs what explains it, never its parameters, rows, headers or bodies (B158). */
const explained = (logged: unknown): unknown => {
  // pino-http hands over its own rendering, with the error itself as `raw`.
  const error = (logged as { raw?: unknown } | undefined)?.raw ?? logged;
  return error instanceof Error ? loggableError(error) : error;
};

/** One JSON line per event on stderr; stdout belongs to the commands. */
@Module({})
export class LoggingModule {
  static at(level: Config['logLevel']): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: [
            {
              level,
              genReqId: traceIdOf,
              autoLogging: false,
              quietReqLogger: true,
              serializers: { err: explained },
              redact: { paths: SECRETS, remove: true },
            },
            process.stderr,
          ],
        }),
      ],
    };
  }
}
