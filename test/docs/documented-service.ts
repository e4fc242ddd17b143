import { createApplication } from '../../src/application.js';
import { seedDemoStock } from '../../src/local/demo-stock.js';
import { listen } from '../support/inside-service.js';
import { Scene } from '../support/scene.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import type { OpenAPIObject, OperationObject, SchemaObject } from '@nestjs/swagger';

export interface DocumentedService {
  readonly scene: Scene;
  readonly url: string;
  readonly document: OpenAPIObject;
  /** Every route that Fastify serves, as `METHOD /path/:parameter`. */
  readonly routes: readonly string[];
  text(path: string): Promise<string>;
}

/** The real application on the demo stock, with its own document as it is served. */
export async function openDocumentedService(changes: Partial<Config> = {}): Promise<DocumentedService> {
  const scene = await Scene.open({ instances: 0 });
  const config: Config = { ...loadConfig(scene.env), ...changes };
  const app = await createApplication(config);
  const routes: string[] = [];
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
  const service = await listen(app, config);
  const { url } = service;
  scene.services.push(service);
  await seedDemoStock(app);
  const text = async (path: string): Promise<string> => (await fetch(url + path)).text();
  return { scene, url, document: JSON.parse(await text('/docs-json')) as OpenAPIObject, routes, text };
}

export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

export const operationsOf = ({ paths }: OpenAPIObject): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...(operation as OperationObject), method, path })),
  );

export interface Body {
  /** Where in the document, for a person. */
  readonly where: string;
  readonly schema: SchemaObject;
  readonly examples: Readonly<Record<string, unknown>>;
}

interface Holder {
  content?: Record<string, { schema: SchemaObject; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** The request's body and every answer's, with their examples. */
export function bodiesOf({ method, path, requestBody, responses }: Operation): Body[] {
  const holders: [string, Holder][] = [
    ['request', (requestBody ?? {}) as Holder],
    ...Object.entries(responses as Record<string, Holder>),
  ];
  return holders.flatMap(([name, { content = {} }]) =>
    Object.values(content).map(({ schema, example, examples = {} }) => ({
      where: `${method} ${path} ${name}`,
      schema,
      examples: {
        ...(example === undefined ? {} : { example }),
        ...Object.fromEntries(Object.entries(examples).map(([key, { value }]) => [key, value])),
      },
    })),
  );
}
