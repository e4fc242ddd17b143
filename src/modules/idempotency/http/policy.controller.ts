import { PolicyDocs } from './policy.docs.js';
import type { KeyPoliciesResponse } from './policy.response.js';
import { publishedPolicy } from './published-policy.js';
import { KeyedRoutes } from '../routes/keyed-routes.js';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** What every operation promises about its keys. */
@ApiTags('Idempotency')
@Controller('idempotency')
export class PolicyController {
  constructor(private readonly routes: KeyedRoutes) {}

  @Get('policy')
  @PolicyDocs()
  policy(): KeyPoliciesResponse {
    return { items: this.routes.operations.map((operation) => publishedPolicy(operation)) };
  }
}
