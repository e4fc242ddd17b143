import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

/**
 * A value as a schema's own examples describe it: a member's example, default or first choice; required members that
 * are objects or lists are composed, optional ones appear only with an example of their own. Undefined when a schema
 * says nothing.
 */
export function exampleOf(schema: SchemaObject | ReferenceObject, document: OpenAPIObject): unknown {
  if ('$ref' in schema) return exampleOf(resolved(schema, document), document);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (first) return exampleOf(first, document);
  if (schema.items) return [exampleOf(schema.items, document)];
  if (schema.properties) return composed(schema, document);
  return undefined;
}

function composed({ properties = {}, required = [] }: SchemaObject, document: OpenAPIObject): object {
  const shown = Object.entries(properties).filter(
    ([name, member]) => required.includes(name) || ('example' in member && member.example !== undefined),
  );
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, document)]));
}

function resolved({ $ref }: ReferenceObject, document: OpenAPIObject): SchemaObject | ReferenceObject {
  const name = $ref.replace('#/components/schemas/', '');
  const schema = document.components?.schemas?.[name];
  if (!schema) throw new Error(`the documentation refers to ${$ref}, which does not exist`);
  return schema;
}
