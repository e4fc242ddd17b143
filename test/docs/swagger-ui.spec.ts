import { openDocumentedService, operationsOf, type DocumentedService } from './documented-service.js';
import { KEYS } from '../support/environment.js';
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';
import { runInNewContext } from 'node:vm';

interface Page {
  readonly spec: OpenAPIObject;
  readonly validatorUrl: unknown;
  readonly authorized: Record<string, { name: string; value: string }> | undefined;
}

/** Opens the page as a browser does, with a Swagger UI that only writes down how it was called. */
async function opened(service: DocumentedService): Promise<Page> {
  let called: Omit<Page, 'authorized'> | undefined;
  let authorized: Page['authorized'];
  const ui = { authActions: { authorize: (keys: Page['authorized']) => (authorized = keys) } };
  const SwaggerUIBundle = Object.assign((options: Page) => ((called = options), ui), {
    presets: {},
    plugins: {},
  });
  const window: { onload?: () => void; location: object } = { location: { search: '', origin: service.url } };
  const script = await service.text('/docs/swagger-ui-init.js');
  runInNewContext(script, { window, SwaggerUIBundle, SwaggerUIStandalonePreset: {} });
  window.onload?.();
  if (!called) throw new Error('the page starts no Swagger UI');
  return { spec: called.spec, validatorUrl: called.validatorUrl, authorized };
}

const keysIn = ({ spec }: Page): string[] =>
  operationsOf(spec).flatMap(({ parameters = [] }) =>
    (parameters as ParameterObject[])
      .filter(({ name }) => name === 'Idempotency-Key')
      .map(({ example }) => `${example}`),
  );

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('Swagger UI of an installation with keys of its own', () => {
  let service: DocumentedService;
  beforeAll(async () => {
    service = await openDocumentedService();
  });
  afterAll(() => service.scene.close());

  it('comes from this server alone', async () => {
    const answer = await fetch(`${service.url}/docs`);
    const html = await answer.text();
    const files = [...html.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files) {
      const { origin, href } = new URL(file, `${service.url}/docs`);
      expect(origin).toBe(service.url);
      expect([file, (await fetch(href)).status]).toEqual([file, 200]);
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect((await opened(service)).validatorUrl).toBeNull();
  });

  it('fills in no API key', async () => {
    expect((await opened(service)).authorized ?? {}).toEqual({});
  });

  it('fills in another Idempotency-Key for each route, new ones whenever the page is opened', async () => {
    const first = keysIn(await opened(service));
    const second = keysIn(await opened(service));
    expect(first.filter((key) => !UUID.test(key))).toEqual([]);
    expect(first.length).toBeGreaterThan(1);
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
  });

  it('is kept by no cache, because of those keys', async () => {
    const { headers } = await fetch(`${service.url}/docs/swagger-ui-init.js`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('does not change the document that programs read', async () => {
    await opened(service);
    expect(JSON.parse(await service.text('/docs-json'))).toEqual(service.document);
  });
});

describe('Swagger UI of a demo installation', () => {
  const demoKeys = [
    { name: 'demo', role: 'client', secret: KEYS.alice },
    { name: 'demo-operator', role: 'operator', secret: KEYS.operator },
  ] as const;
  let service: DocumentedService;
  beforeAll(async () => {
    service = await openDocumentedService({ apiKeys: demoKeys, demoKeys: true });
  });
  afterAll(() => service.scene.close());

  it('is authorised as both, so that each route is asked with the key it needs', async () => {
    const { authorized, spec } = await opened(service);
    expect(authorized).toMatchObject({ client: { value: KEYS.alice }, operator: { value: KEYS.operator } });
    expect(Object.keys(spec.components?.securitySchemes ?? {}).toSorted()).toEqual(Object.keys(authorized!).toSorted());
  });

  it('keeps the keys out of the document that programs read', async () => {
    const text = await service.text('/docs-json');
    expect(Object.values(KEYS).filter((secret) => text.includes(secret))).toEqual([]);
  });
});
