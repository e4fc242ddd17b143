import { isPublicRoute } from '../authentication.js';
import { documentRefusals } from './operation-refusals.js';
import { takeMarks, type Marks } from './marks.js';
import type { ProblemMeanings } from './problem-meaning.js';
import { headers } from './response-headers.js';
import { CLIENT, OPERATOR } from './security.js';
import type { OperationObject, ResponseObject } from '@nestjs/swagger';

/** What follows from a route's decorators for its documentation, beyond what every route has in common. */
export type OperationRule = (
  operation: OperationObject,
  context: { readonly path: string; readonly problems: ProblemMeanings },
) => void;

/** Adds to an operation what need not be said at every route: who may call it, and how it is refused. */
export function completeOperation(
  path: string,
  operation: OperationObject,
  problems: ProblemMeanings,
  rules: readonly OperationRule[],
): void {
  const marks = takeMarks(operation);
  const secured = !isPublicRoute(path);
  operation.security = secured ? securityOf(marks.roles) : [];
  documentRefusals(operation, [...marks.refusals, ...implied(path, operation, marks, secured)], path, problems);
  for (const rule of rules) rule(operation, { path, problems });
  for (const answer of Object.values(operation.responses) as ResponseObject[]) {
    answer.headers = { ...answer.headers, ...headers('X-Request-Id') };
  }
}

/** Where both roles may ask, the client's key comes last: tools that hold both then send that one. */
const securityOf = (roles: readonly string[] = [OPERATOR, CLIENT]): Record<string, string[]>[] =>
  roles.map((role) => ({ [role]: [] }));

/** The refusals that follow from what the route is (semantics 1). */
function implied(path: string, { requestBody, parameters = [] }: OperationObject, { roles }: Marks, secured: boolean) {
  if (!path.startsWith('/api/')) return [];
  const hasQuery = parameters.some((parameter) => 'in' in parameter && parameter.in === 'query');
  return [
    ...(requestBody || hasQuery ? ['validation_failed'] : []),
    ...(requestBody ? ['malformed_json', 'body_too_large', 'unsupported_media_type'] : []),
    ...(secured ? ['unauthenticated', 'rate_limited'] : []),
    ...(secured && roles ? ['role_forbidden'] : []),
    'internal_error',
    'service_unavailable',
  ];
}
