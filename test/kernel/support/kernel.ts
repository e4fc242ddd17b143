import { environment } from '../../support/environment.js';
import { CONFIG } from '#shared/config/config.token.js';
import { loadConfig } from '#shared/config/load-config.js';
import { DatabaseModule } from '#shared/database/database.module.js';
import { JobsModule } from '#shared/jobs/jobs.module.js';
import { MessagingModule } from '#shared/messaging/messaging.module.js';
import { WorkingModule } from '#shared/messaging/working.module.js';
import {
  Global,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type Provider,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Nothing is called; the variable only has to be there. */
const NO_PROVIDER = 'http://127.0.0.1:9';

@Global()
@Module({})
class KernelModule {
  static with(variables: Record<string, string>, providers: Provider[], early: Type[]): DynamicModule {
    return {
      module: KernelModule,
      imports: [DatabaseModule, JobsModule, ...early, MessagingModule, WorkingModule],
      providers: [{ provide: CONFIG, useValue: loadConfig(variables) }, ...providers],
      exports: [CONFIG],
    };
  }
}

/**
 * The kernel as the service wires it, under a made-up business: one process on one database. `early` are global modules
 * that are bootstrapped before the buses are.
 */
export async function openKernel(
  databaseUrl: string,
  providers: Provider[],
  env: Record<string, string> = {},
  early: Type[] = [],
): Promise<INestApplicationContext> {
  const variables = { ...environment(databaseUrl, NO_PROVIDER), ...env };
  const kernel = await NestFactory.createApplicationContext(KernelModule.with(variables, providers, early), {
    logger: false,
    abortOnError: false,
  });
  return kernel;
}
