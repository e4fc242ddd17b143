import { AuditResponse } from './audit.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const AuditDocs = (): MethodDecorator =>
  Documented({
    id: 'getAudit',
    summary: 'Read the last audit',
    description:
      'Every night at 05:00 UTC one instance checks everything that must always hold, here and at the payment provider. ' +
      'This is its last result, whoever made it; `npm run audit` makes one now. Before the first one there is none: 404.',
    answers: { 200: { description: 'What it has found.', body: AuditResponse } },
    refuses: ['not_found'],
  });
