import { traceIdOf } from '../http/trace-id.js';
import type { Config } from '../config/config.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';

/** Members that could carry a secret never reach the log, wherever an object that has them is logged. */
const SECRETS = ['req.headers', 'res.headers', 'headers', '*.headers', 'authorization', '*.authorization', '*.secret'];

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
              redact: { paths: SECRETS, remove: true },
            },
            process.stderr,
          ],
        }),
      ],
    };
  }
}
