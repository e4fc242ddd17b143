import type { FastifyInstance } from 'fastify';
import { eventWire } from '../wire/event.wire.js';
import { missing } from '../wire/wire-refusal.js';
import { LIST_PARAMS, listWire, pageOf } from './listing.js';
import type { Provider } from './provider.js';
import { queryOf } from './query.js';

/** Events: list, by type where asked, and retrieve. */
export function eventRoutes(app: FastifyInstance, { books }: Provider): void {
  app.get('/events', (request) => {
    const params = queryOf(request);
    params.allowOnly(...LIST_PARAMS, 'type', 'types');
    const type = params.get('type');
    const types = type === undefined ? params.list('types') : [type];
    const { items, more } = pageOf(books.events, params, (event) => types.length === 0 || types.includes(event.type));
    return listWire('/v1/events', items.map(eventWire), more);
  });

  app.get<{ Params: { id: string } }>('/events/:id', ({ params: { id } }) => {
    const event = books.events.get(id);
    if (!event) throw missing(404, 'id', 'event', id);
    return eventWire(event);
  });
}
