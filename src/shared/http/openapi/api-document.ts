import { completeOperation, type OperationRule } from './complete-operation.js';
import { exampleOf } from './example-of.js';
import type { ProblemMeanings } from './problem-meaning.js';
import { FieldErrorResponse, ProblemResponse } from './problem.response.js';
import { responseHeaders } from './response-headers.js';
import { securitySchemes } from './security.js';
import type { INestApplication } from '@nestjs/common';
import {
  SwaggerModule,
  type MediaTypeObject,
  type OpenAPIObject,
  type OperationObject,
  type ResponseObject,
} from '@nestjs/swagger';

/** What is said about the whole API. */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly introduction: string;
  /** In the order in which they are shown. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly problems: ProblemMeanings;
  readonly rules: readonly OperationRule[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The OpenAPI 3.1 document of an application, from its decorators. Throws when they refer to what does not exist. */
export function apiDocument(app: INestApplication, description: ApiDescription): OpenAPIObject {
  const { title, version, introduction, tags, problems, rules } = description;
  const document = SwaggerModule.createDocument(
    app,
    {
      openapi: '3.1.0',
      info: { title, version, description: introduction },
      tags: [...tags],
      components: { securitySchemes: { ...securitySchemes }, headers: { ...responseHeaders } },
    },
    { extraModels: [ProblemResponse, FieldErrorResponse], autoTagControllers: false },
  );
  for (const [path, operation] of operationsOf(document)) {
    completeOperation(path, operation, problems, rules);
    for (const media of mediaOf(operation)) addExample(media, document);
  }
  return document;
}

function* operationsOf({ paths }: OpenAPIObject): Generator<[path: string, operation: OperationObject]> {
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) if (item[method]) yield [path, item[method]];
  }
}

const mediaOf = ({ requestBody, responses }: OperationObject): MediaTypeObject[] =>
  [requestBody, ...(Object.values(responses) as ResponseObject[])].flatMap((holder) =>
    holder && 'content' in holder ? Object.values(holder.content ?? {}) : [],
  );

function addExample(media: MediaTypeObject, document: OpenAPIObject): void {
  if (media.schema && media.example === undefined && !media.examples) media.example = exampleOf(media.schema, document);
}
