import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';

@Module({ imports: [TerminusModule], controllers: [HealthController], providers: [Readiness], exports: [Readiness] })
export class HealthModule {}
