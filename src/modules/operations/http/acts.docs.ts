import { ActListResponse } from './act.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

export const ListActsDocs = (): MethodDecorator =>
  Documented({
    id: 'listActs',
    summary: 'What operators did',
    description:
      'Who did what to what, when and why, newest first. A row is written with the act itself and never changes.',
    answers: {
      200: { description: 'One page. Send its `nextCursor` as `cursor` for the next one.', body: ActListResponse },
    },
  });
