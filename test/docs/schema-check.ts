import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import Fastify, { type FastifyRequest } from 'fastify';

/** Says what is wrong with a value, or nothing. */
export type SchemaCheck = (schema: SchemaObject, value: unknown) => string[];

/**
 * Checks values against a document's schemas as they stand: nothing is converted, and a member that the schema does not
 * declare is wrong too. It borrows the validator of Fastify, which has one anyway.
 */
export async function schemaCheck(document: OpenAPIObject): Promise<SchemaCheck> {
  const components = { schemas: closed(document.components?.schemas ?? {}) };
  const fastify = Fastify({
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
  });
  let check: SchemaCheck | undefined;
  const compiled = new Map<string, ReturnType<FastifyRequest['compileValidationSchema']>>();
  fastify.get('/', (request) => {
    check = (schema, value) => {
      const known = JSON.stringify(schema);
      const validate = compiled.get(known) ?? request.compileValidationSchema({ ...schema, components });
      compiled.set(known, validate);
      return validate(value)
        ? []
        : (validate.errors ?? []).map(
            ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
          );
    };
    return {};
  });
  await fastify.inject('/');
  if (!check) throw new Error('Fastify has no validator');
  return check;
}

const closed = (schemas: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      'properties' in schema ? { ...schema, additionalProperties: false } : schema,
    ]),
  );
