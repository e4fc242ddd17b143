import { LiveResponse, ReadyResponse } from './health.response.js';
import { Readiness } from './readiness.js';
import { Documented } from '../http/openapi/documented.decorator.js';
import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';

/** Needs no key, so it tells nothing but the status: `GET /api/operations/health` has the rest, for operators. */
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
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

  /** It can do its work. 503 otherwise. */
  @Get('ready')
  @HealthCheck({ noCache: true, swaggerDocumentation: false })
  @Documented({
    id: 'isReady',
    summary: 'Can the service do its work?',
    description: 'For a load balancer: while this fails, send requests elsewhere.',
    answers: {
      200: {
        description: 'The database answers and is migrated; the worker, if there is one, lives.',
        body: ReadyResponse,
      },
    },
    refuses: ['service_unavailable'],
  })
  async ready(): Promise<{ status: 'ok' }> {
    const parts = await this.readiness.parts();
    const checks = parts.map(({ name, state, detail }) => () => {
      const part = this.indicators.check(name);
      return state === 'up' ? part.up() : part.down(detail);
    });
    await this.health.check(checks);
    return { status: 'ok' };
  }
}
