import { type Crossing, violationsIn } from './cruised.js';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** One import that breaks one rule, told by the file that has it, what it says, and the file that this means. */
const PLANTED: Record<string, { in: string; says: string; means?: string }> = {
  'every-import-leads-somewhere': { in: 'src/modules/orders/handlers/lost.ts', says: '#modules/stock/gone.js' },
  'no-circles': { in: 'src/shared/jobs/egg.ts', says: './hen.js', means: 'src/shared/jobs/hen.ts' },
  'a-hash-crosses-a-border': {
    in: 'src/modules/orders/handlers/silent.ts',
    says: '../../../shared/kernel/money.js',
    means: 'src/shared/kernel/money.ts',
  },
  'home-is-relative': {
    in: 'src/modules/orders/handlers/loud.ts',
    says: '#modules/orders/domain/order.js',
    means: 'src/modules/orders/domain/order.ts',
  },
  'shared-knows-no-module': {
    in: 'src/shared/saga/curious.ts',
    says: '#modules/idempotency/contract/index.js',
    means: 'src/modules/idempotency/contract/index.ts',
  },
  'only-contracts-cross': {
    in: 'src/modules/orders/handlers/intruder.ts',
    says: '#modules/inventory/domain/stock.js',
    means: 'src/modules/inventory/domain/stock.ts',
  },
  'only-orders-conducts': {
    in: 'src/modules/payments/handlers/bossy.ts',
    says: '#modules/orders/contract/index.js',
    means: 'src/modules/orders/contract/index.ts',
  },
  'the-door-stands-alone': {
    in: 'src/modules/idempotency/door/attached.ts',
    says: '#shared/http/attached.js',
    means: 'src/shared/saga/saga.ts',
  },
  'an-example-knows-the-door-alone': {
    in: 'examples/any/greedy.ts',
    says: '#shared/kernel/money.js',
    means: 'src/shared/kernel/money.ts',
  },
  'domain-is-memory': {
    in: 'src/modules/orders/domain/talkative.ts',
    says: '#shared/http/problem.js',
    means: 'src/shared/http/problem.ts',
  },
  'contract-is-words': {
    in: 'src/modules/orders/contract/revealing.ts',
    says: '../domain/order.js',
    means: 'src/modules/orders/domain/order.ts',
  },
  'http-translates-only': {
    in: 'src/modules/orders/http/busy.controller.ts',
    says: '../orders.repository.js',
    means: 'src/modules/orders/orders.repository.ts',
  },
  'sagas-are-sentences': {
    in: 'src/modules/orders/sagas/wordy.saga.ts',
    says: '../orders.repository.js',
    means: 'src/modules/orders/orders.repository.ts',
  },
  'decisions-call-nobody': {
    in: 'src/modules/payments/handlers/hasty.handler.ts',
    says: '../gateway/payment-gateway.js',
    means: 'src/modules/payments/gateway/payment-gateway.ts',
  },
  'one-place-speaks-stripe': {
    in: 'src/modules/payments/jobs/direct.job.ts',
    says: 'stripe',
    means: 'node_modules/stripe/index.js',
  },
  'three-doors': {
    in: 'src/modules/orders/handlers/fourth-door.ts',
    says: '#shared/database/unit-of-work/unit-of-work.js',
    means: 'src/shared/database/unit-of-work/unit-of-work.ts',
  },
  'typeorm-stays-at-the-tables': {
    in: 'src/modules/orders/handlers/query.ts',
    says: 'typeorm',
    means: 'node_modules/typeorm/index.js',
  },
  'sandbox-stands-alone': {
    in: 'src/sandbox/borrowing.ts',
    says: '#shared/kernel/money.js',
    means: 'src/shared/kernel/money.ts',
  },
  'sandbox-is-somebody-else': {
    in: 'src/start-too-close.ts',
    says: './sandbox/server.js',
    means: 'src/sandbox/server.ts',
  },
  'audit-trusts-nobody': {
    in: 'src/audit/trusting.ts',
    says: '#shared/kernel/money.js',
    means: 'src/shared/kernel/money.ts',
  },
  'ops-only-asks': {
    in: 'src/ops/commands/reaching.ts',
    says: '#modules/operations/contract/index.js',
    means: 'src/modules/operations/contract/index.ts',
  },
  'the-console-is-a-client': {
    in: 'src/console/page/order/insider.ts',
    says: '../../../modules/orders/contract/index.js',
    means: 'src/modules/orders/contract/index.ts',
  },
  'what-runs-needs-no-tests': {
    in: 'src/shared/jobs/testing.ts',
    says: '../../../test/support/scene.js',
    means: 'test/support/scene.ts',
  },
  'who-keeps-the-service-is-small': {
    in: 'src/start.ts',
    says: '@nestjs/common',
    means: 'node_modules/@nestjs/common/index.js',
  },
  'traces-come-when-asked-for': {
    in: 'src/shared/jobs/talkative.ts',
    says: '@opentelemetry/api',
    means: 'node_modules/@opentelemetry/api/index.js',
  },
};

/** What the rules are there to leave alone: every kind of import that an honest file needs. */
const HONEST: [file: string, ...imports: string[]][] = [
  [
    'src/modules/orders/handlers/honest.handler.ts',
    '../contract/index.js',
    '../domain/order.js',
    '../orders.repository.js',
    '#modules/inventory/contract/index.js',
    '#shared/kernel/money.js',
  ],
  ['src/modules/orders/http/honest.controller.ts', '../contract/index.js', '#modules/idempotency/contract/index.js'],
  ['src/modules/payments/jobs/honest.job.ts', '../gateway/payment-gateway.js', '#shared/jobs/job.js'],
  ['src/modules/payments/gateway/stripe/honest.ts', 'stripe', '../payment-gateway.js'],
  ['src/modules/idempotency/by-saga/honest.ts', '#shared/database/unit-of-work/unit-of-work.js'],
  ['src/modules/idempotency/typeorm/honest.ts', 'typeorm'],
  ['examples/any/honest.ts', '#modules/idempotency/index.js', 'typeorm'],
  ['src/modules/orders/orders.repository.ts', 'typeorm'],
  ['src/local/honest.ts', '../sandbox/server.js'],
  ['src/audit/honest.ts', './rule.js'],
  ['src/ops/commands/honest.command.ts', '../../local/demo-keys.js', '#shared/kernel/money.js'],
  ['src/modules/operations/audit/honest.job.ts', '#audit/rule.js'],
];

/** Parsing every source file takes 3 s alone, and many times that beside the tests that share the cores. */
const WHOLE_TREE_MS = 120_000;

describe('the borders of the code', () => {
  let planted: string;
  let crossings: Crossing[];

  beforeAll(async () => {
    planted = await mkdtemp(join(tmpdir(), 'ichido-borders-'));
    await plant(planted);
    crossings = await violationsIn(planted);
  });

  afterAll(() => rm(planted, { recursive: true, force: true }));

  it(
    'hold in the code as it is',
    async () => {
      expect(await violationsIn(process.cwd())).toEqual([]);
    },
    WHOLE_TREE_MS,
  );

  it('have a planted crossing for every rule', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    expect(Object.keys(PLANTED)).toEqual(forbidden.map(({ name }) => name));
  });

  it.each(Object.entries(PLANTED))('report %s', (rule, { in: from, says, means }) => {
    expect(crossings).toContainEqual({ rule, from, to: means ?? says });
  });

  it('let honest imports pass', () => {
    const honest = new Set(HONEST.map(([file]) => file));
    expect(crossings.filter(({ from }) => honest.has(from))).toEqual([]);
  });
});

/** A miniature of the source tree in which every import of both lists leads to an empty file, if it leads anywhere. */
async function plant(root: string): Promise<void> {
  const files = new Map<string, string[]>();
  for (const { in: from, says, means } of Object.values(PLANTED)) {
    files.set(from, [says]);
    if (means && !files.has(means)) files.set(means, []);
  }
  for (const [file, ...imports] of HONEST) files.set(file, imports);
  files.set('src/shared/jobs/hen.ts', ['./egg.js']);
  files.set('src/shared/http/attached.ts', ['../saga/saga.js']);
  const targets = [
    'src/shared/jobs/job.ts',
    'src/modules/inventory/contract/index.ts',
    'src/modules/idempotency/index.ts',
    'src/audit/rule.ts',
    'src/local/demo-keys.ts',
  ];
  for (const file of targets) files.set(file, []);

  for (const config of ['package.json', 'tsconfig.json']) files.set(config, [await readFile(config, 'utf8')]);
  for (const [file, content] of files) {
    const isCode = !file.endsWith('.json');
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(
      join(root, file),
      isCode ? [...content.map((path) => `import '${path}';`), 'export {};\n'].join('\n') : content.join(''),
    );
  }
}
