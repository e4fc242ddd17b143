import { Module, type DynamicModule, type INestApplicationContext, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';

@Module({})
class PlainCqrs {
  static with(providers: Provider[]): DynamicModule {
    return { module: PlainCqrs, imports: [CqrsModule.forRoot()], providers };
  }
}

/** The library as its manual shows it, without our wiring. */
export const plainCqrs = (...providers: Provider[]): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(PlainCqrs.with(providers), { logger: false });
