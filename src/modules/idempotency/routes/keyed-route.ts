import { IDEMPOTENT, type IdempotentPolicy } from '../door/policy.js';
import { type Type, RequestMethod, StreamableFile } from '@nestjs/common';
import {
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  RENDER_METADATA,
  ROUTE_ARGS_METADATA,
  SSE_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { getMetadataStorage } from 'class-validator';

/** What TypeScript notes about a method's declared return type. */
const RETURN_TYPE = 'design:returntype';

/** A route with `@Idempotent`, as its decorators and its signature describe it. */
export interface KeyedRoute {
  readonly method: string;
  /** With its parameters as `{id}`. */
  readonly path: string;
  /** For whoever has to find it: `POST /api/orders (PlaceOrderController.place)`. */
  readonly name: string;
  readonly handler: object;
  readonly policy: IdempotentPolicy;
  /** What sends the answer past the door, as it is written in the code; undefined when nothing does. */
  readonly bypass?: string;
  /** The request class of the whole body; undefined when the route does not take it whole. */
  readonly body?: Type;
}

/** The keyed routes of a controller, one for each path that a method serves under the application's global prefix. */
export function keyedRoutesOf(controller: Type, methods: readonly string[], prefix: string): KeyedRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return methods.flatMap((method) => {
    const handler = prototype[method]!;
    const policy = Reflect.getMetadata(IDEMPOTENT, handler) as IdempotentPolicy | undefined;
    if (!policy) return [];
    const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod] ?? 'no method';
    const args = argumentsOf(controller, method);
    const types = Reflect.getMetadata(PARAMTYPES_METADATA, prototype, method) as Type[];
    const body = args.find(({ kind, member }) => kind === KIND.body && member === undefined);
    return pathsOf(prefix, controller, handler).map((path) => ({
      method: verb,
      path,
      name: `${verb} ${path} (${controller.name}.${method})`,
      handler,
      policy,
      bypass: bypassOf(handler, args, Reflect.getMetadata(RETURN_TYPE, prototype, method)),
      body: body && types[body.index],
    }));
  });
}

/** The members that validation lets through: those with a rule. */
export const membersOf = (body: Type): string[] => {
  const rules = getMetadataStorage().getTargetValidationMetadatas(body, body.name, false, false);
  return rules.map(({ propertyName }) => propertyName);
};

/** Nest's kinds of parameters, by the number under which it keeps them. */
const KIND: Readonly<Record<'body' | 'response' | 'next', number>> = {
  body: RouteParamtypes.BODY,
  response: RouteParamtypes.RESPONSE,
  next: RouteParamtypes.NEXT,
};

interface Argument {
  readonly kind: number;
  readonly index: number;
  /** Of the body or query, when only this member is taken. */
  readonly member?: unknown;
}

/** Nest keeps them by kind and place, as `3:0`; those of decorators of our own have another form of key. */
function argumentsOf(controller: Type, method: string): Argument[] {
  const known = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    ArgumentMetadata
  >;
  return Object.entries(known)
    .filter(([key]) => /^\d+:\d+$/.test(key))
    .map(([key, { index, data }]) => ({ kind: Number.parseInt(key), index, member: data }));
}

interface ArgumentMetadata {
  readonly index: number;
  readonly data?: unknown;
}

function bypassOf(handler: object, args: readonly Argument[], returns: unknown): string | undefined {
  if (Reflect.getMetadata(SSE_METADATA, handler)) return '@Sse()';
  if (Reflect.getMetadata(RENDER_METADATA, handler)) return '@Render()';
  if (returns === StreamableFile) return 'a StreamableFile';
  if (args.some(({ kind }) => kind === KIND.response)) return '@Res()';
  return args.some(({ kind }) => kind === KIND.next) ? '@Next()' : undefined;
}

function pathsOf(prefix: string, controller: Type, handler: object): string[] {
  const [above, below] = [controller, handler].map((of) => [Reflect.getMetadata(PATH_METADATA, of) as string].flat());
  return above!.flatMap((first) => below!.map((second) => joined([prefix, first, second])));
}

const joined = (parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map((part) => `/${part.replace(/^:(\w+)$/, '{$1}')}`)
    .join('');
