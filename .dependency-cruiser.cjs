/**
 * Who may import whom. Modules know each other's contracts only, and what they share knows none of them. Each rule is
 * planted once in test/architecture/boundaries.spec.ts, which shows that it bites.
 */

/** The modules with business words; idempotency is a door that happens to be a module. */
const BUSINESS = '^src/modules/(?!idempotency/)([^/]+)/';

/** A home: inside one, imports are relative. */
const HOME = '^src/(modules/[^/]+|shared)/';

/** What ties the request door to this service: sagas that decide later, and the words that our modules import. */
const DOOR_TIES = '^src/modules/idempotency/(by-saga/|contract/index[.]ts$)';

/** What speaks the SDK of traces. */
const TRACES = '^src/shared/observability/tracing/(otlp-traces|sampling)[.]ts$';

/** A spec reaches for what it tests. */
const SPEC = '[.]spec[.]ts$';

const npm = (name) => `(^|/)node_modules/${name}/`;

const rules = {
  'every-import-leads-somewhere': {
    comment: 'A # import that leads nowhere has no path, so every other rule would let it pass.',
    from: {},
    to: { couldNotResolve: true },
  },
  'no-circles': {
    comment: 'Files that need each other at run time are one idea in two files. A circle of types is erased.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  'a-hash-crosses-a-border': {
    comment: 'A reader sees a border in the import itself: # leads out of a home.',
    from: { path: HOME, pathNot: SPEC },
    to: { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  },
  'home-is-relative': {
    comment: 'The other half: a # that stays at home would hide how much really crosses.',
    from: { path: HOME },
    to: { path: '^src/$1/', dependencyTypes: ['aliased-subpath-import'] },
  },
  'shared-knows-no-module': {
    comment: 'The mechanics keep any business true; one word of it below this line would tie them to one.',
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: '^src/shared/' },
  },
  'only-contracts-cross': {
    comment: 'Commands, queries, events and views are promised to others; the rest may change tomorrow.',
    from: { path: '^src/modules/([^/]+)/' },
    to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/contract/'] },
  },
  'only-orders-conducts': {
    comment: 'The saga of orders directs the others; payments, stock and the door must work without it.',
    from: { path: '^src/modules/(payments|inventory|idempotency)/' },
    to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/idempotency/contract/'] },
  },
  'the-door-stands-alone': {
    comment:
      'Another application takes the request door without our sagas, buses, pools and configuration; what ties it to ' +
      'them is in by-saga. Neither directly nor through what it imports.',
    from: { path: '^src/modules/idempotency/', pathNot: [SPEC, DOOR_TIES] },
    to: {
      path: [
        DOOR_TIES,
        '^src/modules/(?!idempotency/)',
        '^src/shared/(saga|jobs|messaging|observability)/',
        '^src/shared/config/(?!cannot-start[.]error)',
        '^src/shared/database/(?!unit-of-work/unit-errors[.]ts$)',
        npm('@nestjs/cqrs'),
      ],
      reachable: true,
    },
  },
  'an-example-knows-the-door-alone': {
    comment: 'It shows what another application needs: one file of ours, and nothing behind it.',
    from: { path: '^examples/' },
    to: { path: '^(src|test|migrations)/', pathNot: '^src/modules/idempotency/index[.]ts$' },
  },
  'domain-is-memory': {
    comment: 'The domain decides from what it holds: no bus, no HTTP, no database but the decorators of its tables.',
    from: { path: '^src/modules/([^/]+)/domain/', pathNot: SPEC },
    to: { pathNot: ['^src/modules/$1/(domain|contract)/', '^src/shared/kernel/', npm('typeorm')] },
  },
  'contract-is-words': {
    comment: 'Who imports a contract gets words, not the module behind them.',
    from: { path: `${BUSINESS}contract/`, pathNot: SPEC },
    to: {
      pathNot: [
        '^src/modules/$1/contract/',
        '^src/shared/kernel/',
        '^src/shared/messaging/event-catalog[.]ts$',
        npm('@nestjs/cqrs'),
      ],
    },
  },
  'http-translates-only': {
    comment: 'A controller speaks through the buses: it may name a refusal, never hold an entity or a repository.',
    from: { path: `${BUSINESS}http/`, pathNot: SPEC },
    to: { path: '^src/modules/$1/', pathNot: ['^src/modules/$1/(http|contract)/', '[.]errors[.]ts$'] },
  },
  'sagas-are-sentences': {
    comment: 'A flow is told in the words of contracts, so that it can be read, checked and drawn without the rest.',
    from: { path: '^src/modules/[^/]+/sagas/', pathNot: SPEC },
    to: { path: '^src/', pathNot: ['^src/modules/[^/]+/contract/', '^src/shared/(saga|kernel)/'] },
  },
  'decisions-call-nobody': {
    comment: 'A handler may run again when its unit meets a conflict, so only jobs call the foreign world.',
    from: { path: '^src/modules/[^/]+/(handlers|sagas|http)/', pathNot: SPEC },
    to: {
      path: ['^src/modules/[^/]+/gateway/payment-gateway[.]ts$', '^src/modules/[^/]+/gateway/gateway[.]token[.]ts$'],
    },
  },
  'one-place-speaks-stripe': {
    comment: 'Another provider is another folder beside it. The sandbox borrows the types of the wire format.',
    from: { path: '^src/', pathNot: ['^src/modules/payments/gateway/stripe/', '^src/sandbox/'] },
    to: { path: npm('stripe') },
  },
  'three-doors': {
    comment:
      'Transactions open at the request, message and job door. The one seed of a local start has no caller, and the ' +
      'counts of the rate limit are single statements.',
    from: {
      path: '^src/',
      pathNot: [
        SPEC,
        '^src/modules/idempotency/by-saga/',
        '^src/shared/(database|jobs|messaging)/',
        '^src/shared/http/rate-limit/rate-windows[.]store[.]ts$',
        '^src/local/demo-stock[.]ts$',
      ],
    },
    to: { path: '^src/shared/database/(pools|unit-of-work/(unit-of-work|transaction))[.]ts$' },
  },
  'typeorm-stays-at-the-tables': {
    comment: 'Elsewhere it would be a query nobody finds or a transaction nobody counts.',
    from: {
      path: '^src/',
      pathNot: [
        SPEC,
        '[.](entity|repository|store)[.]ts$',
        '^src/shared/database/',
        '^src/modules/idempotency/typeorm/',
      ],
    },
    to: { path: npm('typeorm') },
  },
  'sandbox-stands-alone': {
    comment: 'It plays the provider. Sharing our code, it would share our mistakes and hide them.',
    from: { path: '^src/sandbox/' },
    to: { path: '^src/', pathNot: '^src/sandbox/' },
  },
  'sandbox-is-somebody-else': {
    comment: 'The service meets it over HTTP, like the real one; only `npm start` knows that it runs next door.',
    from: { path: '^src/', pathNot: ['^src/sandbox/', '^src/local/'] },
    to: { path: '^src/sandbox/' },
  },
  'audit-trusts-nobody': {
    comment: 'It checks the others. Sharing their code, it would share their mistakes and find nothing.',
    from: { path: '^src/audit/' },
    to: { path: '^src/', pathNot: '^src/audit/' },
  },
  'ops-only-asks': {
    comment:
      'It asks any instance of any version over HTTP, and so does the demo. Reaching into the service, they would do what ' +
      'no API promises. How times, money and API keys are written belongs to all.',
    from: { path: '^src/(ops|demo)(/|[.]ts$)', pathNot: SPEC },
    to: {
      path: '^src/',
      pathNot: [
        '^src/(ops|demo)/',
        '^src/shared/kernel/',
        '^src/shared/config/(api-keys|cannot-start[.]error)[.]ts$',
        '^src/local/(demo-keys|readable-path)[.]ts$',
      ],
    },
  },
  'the-console-is-a-client': {
    comment: 'The page knows the service by its public API alone, as any other program does.',
    from: { path: '^src/console/page/' },
    to: { path: '^src/', pathNot: '^src/console/page/' },
  },
  'what-runs-needs-no-tests': {
    comment: 'What is built and deployed has neither specs nor their support.',
    from: { path: '^src/', pathNot: SPEC },
    to: { path: ['^test/', SPEC] },
  },
  'who-keeps-the-service-is-small': {
    comment:
      'What `npm start` keeps beside the service is there all the time: no framework, neither directly nor by others.',
    from: { path: '^src/start[.]ts$' },
    to: { path: npm('@nestjs'), reachable: true },
  },
  'traces-come-when-asked-for': {
    comment: 'Their SDK is loaded by one dynamic import, so nobody pays for it who has not asked for traces.',
    from: { path: '^src/', pathNot: TRACES },
    to: { path: [npm('@opentelemetry'), TRACES], dynamic: false, dependencyTypesNot: ['type-only'] },
  },
};

module.exports = {
  forbidden: Object.entries(rules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Types cross borders too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // As tsc resolves: package.json's imports by their condition "source".
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'types', 'import', 'node', 'default'],
    },
  },
};
