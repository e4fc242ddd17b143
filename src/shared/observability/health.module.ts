import { HealthController } from './health.controller.js';
import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';

@Module({ imports: [TerminusModule], controllers: [HealthController] })
export class HealthModule {}
