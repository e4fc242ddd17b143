import type { FastifyInstance } from 'fastify';
import { bodyOf, ControlMistake } from './control-mistake.js';
import type { Provider } from './provider.js';

/** More copies of one event than this prove nothing more. */
const MOST_REPLAYS = 1000;

/** See the events and repeat a webhook. */
export function webhookRoutes(app: FastifyInstance, { books, courier }: Provider): void {
  app.get('/events', () => ({
    items: [...books.events.newestFirst()].map(({ id, type, deliveries }) => ({ id, type, deliveries })),
  }));

  app.post('/webhooks/replay', async (request) => {
    const { eventId, times = 1 } = bodyOf(request.body);
    if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MOST_REPLAYS) {
      throw new ControlMistake(`"times" must be a whole number from 1 to ${MOST_REPLAYS}.`);
    }
    if (typeof eventId !== 'string') throw new ControlMistake('"eventId" must be the id of an event.');
    const event = books.events.get(eventId);
    if (!event) throw new ControlMistake(`There is no event ${eventId}.`, 404);
    if (!courier.hasAddress) throw new ControlMistake('The sandbox was started without a webhook address.', 409);
    const statuses = await courier.redeliver(event, times);
    return { id: event.id, deliveries: books.events.get(event.id)?.deliveries ?? 0, statuses };
  });
}
