import { HealthResponse } from './health.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const HealthDocs = (): MethodDecorator =>
  Documented({
    id: 'getHealth',
    summary: 'Read how the instance that answers is',
    description:
      'What `GET /health/ready` decides on, part by part, which processes work on this database, and its migrations. ' +
      'It is answered as long as the process lives, also while `status` is `unready`.',
    answers: { 200: { description: 'As it is now.', body: HealthResponse } },
  });
