import { keyedRoutesOf, type KeyedRoute } from './keyed-route.js';
import { RULES } from './route.rules.js';
import { DOOR_SETTINGS, type DoorSettings } from '../door-settings.js';
import { effectivePolicy, type EffectivePolicy } from '../door/effective-policy.js';
import { DECIDES } from '../ports/later-decisions.port.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { Inject, Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isDeepStrictEqual } from 'node:util';

/** An operation with all of its routes; they have one policy. */
export interface KeyedOperation {
  readonly policy: EffectivePolicy;
  readonly routes: readonly KeyedRoute[];
  /** Whether a saga decides it; otherwise it is decided with its commit. */
  readonly hasSaga: boolean;
}

/**
 * Every keyed route of the application with its policy. A route whose policy contradicts itself, the route or another
 * route of its operation ends the start with one line (`CannotStart`).
 */
@Injectable()
export class KeyedRoutes implements OnModuleInit {
  private readonly byHandler = new Map<object, EffectivePolicy>();
  private readonly byOperation = new Map<string, KeyedOperation>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(DOOR_SETTINGS) private readonly settings: DoorSettings,
  ) {}

  onModuleInit(): void {
    const withSaga = this.operationsWithSaga();
    const routes = this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype as Type | null));
    for (const [operation, same] of Map.groupBy(routes, ({ policy }) => policy.operation)) {
      const hasSaga = withSaga.has(operation);
      for (const route of same) refuseNonsense(route, this.settings, hasSaga);
      const policy = this.onePolicyOf(same);
      this.byOperation.set(operation, { policy, routes: same, hasSaga });
    }
  }

  /** Of a method of a controller that has `@Idempotent`. */
  policyOf(handler: object): EffectivePolicy {
    return this.byHandler.get(handler)!;
  }

  /** How long the answers of an operation are replayed; one that only another release has is kept as long as any. */
  ttlMsOf(operation: string): number {
    return this.byOperation.get(operation)?.policy.ttlMs ?? this.settings.ttlMs;
  }

  operation(name: string): KeyedOperation {
    return this.byOperation.get(name)!;
  }

  /** By name. */
  get operations(): KeyedOperation[] {
    const named = [...this.byOperation].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return named.map(([, operation]) => operation);
  }

  private routesOf(controller: Type | null): KeyedRoute[] {
    if (!controller) return [];
    const methods = this.scanner.getAllMethodNames(controller.prototype as object);
    return keyedRoutesOf(controller, methods, this.settings.prefix);
  }

  private operationsWithSaga(): Set<string> {
    const names = this.discovery
      .getProviders()
      .flatMap(({ metatype }) => (metatype && (Reflect.getMetadata(DECIDES, metatype) as string[] | undefined)) ?? []);
    return new Set(names);
  }

  /** What each of them covers may be found in another place; everything else is promised for the operation. */
  private onePolicyOf(routes: readonly KeyedRoute[]): EffectivePolicy {
    const policies = routes.map((route) => ({ route, ...this.settle(route) }));
    const [first, ...others] = policies;
    const odd = others.find(({ promised }) => !isDeepStrictEqual(promised, first!.promised));
    if (odd) {
      const { operation } = odd.policy;
      throw contradiction(odd.route, `has another policy for ${operation} than ${first!.route.name}: make them equal`);
    }
    return first!.policy;
  }

  private settle(route: KeyedRoute): { policy: EffectivePolicy; promised: object } {
    const policy = effectivePolicy(route.policy, this.settings);
    this.byHandler.set(route.handler, policy);
    const { content: _content, ...promised } = policy;
    return { policy, promised: { ...promised, ignore: policy.ignore.toSorted() } };
  }
}

function refuseNonsense(route: KeyedRoute, settings: DoorSettings, hasSaga: boolean): void {
  for (const rule of RULES) {
    const problem = rule(route, { settings, hasSaga });
    if (problem) throw contradiction(route, problem);
  }
}

const contradiction = ({ name }: KeyedRoute, problem: string): CannotStart =>
  new CannotStart(`@Idempotent on ${name} ${problem}.`);
