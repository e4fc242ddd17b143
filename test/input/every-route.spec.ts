import { BODY_ROUTES } from './routes.js';
import { Scene } from '../support/scene.js';

/** Signs instead of naming a tenant, so it has a specification of its own. */
const WEBHOOK = 'POST /api/webhooks/stripe';

interface Document {
  readonly paths: Record<string, Record<string, { readonly requestBody?: object }>>;
}

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

it('every route that takes a body is among those that bad bodies are sent to', async () => {
  const { paths } = (await (await fetch(`${scene.services[0]!.url}/docs-json`)).json()) as Document;
  const takeBodies = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(takeBodies.toSorted()).toEqual([...BODY_ROUTES.map(({ name }) => name), WEBHOOK].toSorted());
});
