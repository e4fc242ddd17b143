import { openDocumentedService, operationsOf, type DocumentedService, type Operation } from './documented-service.js';
import { KEYS } from '../support/environment.js';
import type { ParameterObject, ResponseObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';

let service: DocumentedService;
let operations: Operation[];
beforeAll(async () => {
  service = await openDocumentedService();
  operations = operationsOf(service.document);
});
afterAll(() => service.scene.close());

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;
const keyed = (): Operation[] => operations.filter((operation) => 'x-idempotency' in operation);
const without = (lacks: (operation: Operation) => boolean): string[] => operations.filter(lacks).map(nameOf);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(
      JSON.parse(await service.text('/docs-json')) as Record<string, unknown>,
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(service.document.openapi).toMatch(/^3\.1\./);
  });

  it('has every route of the API, and no other', () => {
    const served = service.routes
      .filter((route) => / \/api\//.test(route) && !route.startsWith('HEAD '))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    const documented = operations.map(nameOf).filter((name) => name.includes(' /api/'));
    expect(served).toContain('POST /api/orders');
    expect(documented.toSorted()).toEqual(served.toSorted());
  });

  it('gives every operation a name of its own, a summary, a description and one tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    expect(without(({ operationId }) => !/^[a-z][A-Za-z]+$/.test(operationId ?? ''))).toEqual([]);
    expect(without(({ summary, description }) => !summary || !description)).toEqual([]);
    const known = (service.document.tags ?? []).map(({ name }) => name);
    expect(without(({ tags = [] }) => tags.length !== 1 || !known.includes(tags[0]!))).toEqual([]);
  });

  it('names no parameter of an operation twice', () => {
    const namesOf = ({ parameters = [] }: Operation): string[] =>
      (parameters as ParameterObject[]).map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`);
    expect(without((operation) => new Set(namesOf(operation)).size < namesOf(operation).length)).toEqual([]);
  });

  it('says at every answer what it means', () => {
    expect(
      without(({ responses }) =>
        (Object.values(responses) as ResponseObject[]).some(({ description }) => !description),
      ),
    ).toEqual([]);
  });

  it('keeps its tags in the order of the business', () => {
    const order = (service.document.tags ?? []).map(({ name }) => name);
    const shown = ['Orders', 'Payments', 'Inventory', 'Idempotency', 'Health'];
    expect(order.filter((name) => shown.includes(name))).toEqual(shown);
  });

  it('shows no mark that decorators leave for it, and none of the keys of the installation', async () => {
    const text = await service.text('/docs-json');
    expect(text).not.toMatch(/x-refuses-|x-roles/);
    for (const path of ['/docs-json', '/docs', '/docs/swagger-ui-init.js', '/docs/problems']) {
      const shown = await service.text(path);
      expect(Object.values(KEYS).filter((secret) => shown.includes(secret))).toEqual([]);
    }
  });
});

describe('a keyed route in the document', () => {
  it('is every POST of the API that is no webhook', () => {
    const posts = operations.filter(({ method, path }) => method === 'post' && !path.startsWith('/api/webhooks/'));
    expect(posts.length).toBeGreaterThan(0);
    expect(keyed().map(nameOf)).toEqual(posts.map(nameOf));
  });

  it('requires the Idempotency-Key and offers Prefer', () => {
    for (const { parameters = [] } of keyed()) {
      const headers = (parameters as ParameterObject[]).filter((parameter) => parameter.in === 'header');
      expect(headers.map(({ name, required = false }) => [name, required])).toEqual(
        expect.arrayContaining([
          ['Idempotency-Key', true],
          ['Prefer', false],
        ]),
      );
    }
  });

  it('may answer 202 and 409, and says which answers are replays', () => {
    for (const { responses } of keyed()) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['202', '400', '401', '409', '415', '503']));
      expect(responses['202']).toHaveProperty('headers.Retry-After');
      expect(responses['202']).toHaveProperty('headers.Location');
      expect(responses['202']).not.toHaveProperty('headers.Idempotent-Replayed');
      expect(responses['409']).toHaveProperty('headers.Idempotent-Replayed');
      expect(responses['409']).toHaveProperty(
        'content.application/problem+json.examples.idempotency_key_reused.value.retry',
        'new-key',
      );
    }
  });
});

describe('the security of a route in the document', () => {
  const securityOf = (wanted: string): object[] | undefined =>
    operations.find((operation) => nameOf(operation) === wanted)?.security;

  it('names the one role it serves, both roles, or none', () => {
    expect(securityOf('POST /api/orders')).toEqual([{ client: [] }]);
    expect(securityOf('PUT /api/inventory/{sku}')).toEqual([{ operator: [] }]);
    expect(securityOf('GET /api/orders/{id}')).toEqual([{ operator: [] }, { client: [] }]);
    expect(securityOf('GET /health/live')).toEqual([]);
  });

  it('comes with 401 where a key is needed, and 403 where not every key will do', () => {
    for (const operation of operations) {
      const { length } = operation.security ?? [];
      expect([nameOf(operation), '401' in operation.responses]).toEqual([nameOf(operation), length > 0]);
      expect([nameOf(operation), '403' in operation.responses]).toEqual([nameOf(operation), length === 1]);
    }
  });
});
