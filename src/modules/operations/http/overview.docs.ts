import { OverviewResponse } from './overview.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const OverviewDocs = (): MethodDecorator =>
  Documented({
    id: 'getOverview',
    summary: 'Read how the service stands',
    description:
      'What is open, in doubt or dead, what came of the last orders, and what each of the five layers stopped.',
    answers: { 200: { description: 'As it is now.', body: OverviewResponse } },
  });

export const OverviewStreamDocs = (): MethodDecorator =>
  Documented({
    id: 'watchOverview',
    summary: 'Watch how the service stands',
    description:
      'Server-sent events: `overview` with the document of `GET /api/operations/overview` every 2 s, `trouble` when it ' +
      'could not be read. The connection ends when the service does; connect again. Send the key as for every route: ' +
      "`fetch` can, a browser's `EventSource` cannot.",
    answers: { 200: { description: 'Events, until somebody hangs up.', events: 'event: overview\ndata: {…}\n\n' } },
  });
