import { LiveResponse, ReadyResponse } from './health.response.js';
import { Documented } from '../http/openapi/documented.decorator.js';
import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, TypeOrmHealthIndicator, type HealthCheckResult } from '@nestjs/terminus';

/** A database that answers slower than this serves nobody. */
const DATABASE_TIMEOUT_MS = 2_000;

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
  ) {}

  /** The process answers: its event loop runs. */
  @Get('live')
  @HttpCode(200)
  @Documented({
    id: 'isLive',
    summary: 'Does the process answer?',
    description: 'For a supervisor: when this fails, restart the process.',
    answers: { 200: { description: 'Its event loop runs.', body: LiveResponse } },
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** It can serve: the database answers. 503 otherwise. */
  @Get('ready')
  @HealthCheck({ swaggerDocumentation: false })
  @Documented({
    id: 'isReady',
    summary: 'Can the service do its work?',
    description: 'For a load balancer: while this fails, send requests elsewhere.',
    answers: { 200: { description: 'The database answers.', body: ReadyResponse } },
    refuses: ['service_unavailable'],
  })
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS })]);
  }
}
