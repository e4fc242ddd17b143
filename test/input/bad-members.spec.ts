import { bearer, expectRefused, invalid, type Spoilt } from './refusal.js';
import {
  compensateSaga,
  matchMessage,
  OPERATOR_ROUTES,
  redriveAll,
  resolveSaga,
  setFaults,
} from './operator-routes.js';
import {
  adjustStock,
  type BodyRoute,
  BODY_ROUTES,
  cancelOrder,
  confirmByBody,
  confirmByPath,
  payDraft,
  placeOrder,
  refundPayment,
  setStock,
  stockShelves,
} from './routes.js';
import {
  at,
  badInteger,
  badOrderId,
  badPaymentMethod,
  noText,
  required,
  text,
  unknownMembers,
  wrong,
} from './spoiling.js';
import { ask } from '../support/ask.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
});
afterAll(() => scene.close());

const MONEY = { min: 0, max: Number.MAX_SAFE_INTEGER };
const COUNT = { min: 0, max: 1_000_000_000 };
const BAD_CURRENCIES = [
  '"eur"',
  '"EURO"',
  '"EU"',
  '"XXX"',
  '"XAU"',
  '"DEM"',
  '"EÜR"',
  '"EUR "',
  '""',
  '978',
  '["EUR"]',
];

const items = (count: number): string => JSON.stringify(Array(count).fill({ sku: 'FREE', quantity: 1 }));

const TABLE: readonly (readonly [BodyRoute, readonly Spoilt[]])[] = [
  [
    placeOrder,
    [
      ...required('/customerId'),
      ...noText('/customerId'),
      ...wrong('/customerId', '""', text(65), '"a b"', String.raw`"a\u001b[31m"`, '"Zoë"', '"a\\n"'),
      ...required('/items'),
      ...wrong('/items', '{}', '"FREE"', '1', 'true', '[]', items(101), '{"0":{"sku":"FREE","quantity":1},"length":1}'),
      at('/items', '[null]', invalid('/items/0')),
      at('/items', '[[]]', invalid('/items/0')),
      at('/items', '["FREE"]', invalid('/items/0')),
      at('/items', '[1]', invalid('/items/0')),
      at('/items', '[{}]', invalid('/items/0/sku', '/items/0/quantity')),
      ...required('/items/0/sku'),
      ...noText('/items/0/sku'),
      ...wrong('/items/0/sku', '""', text(65), '"a b"', '"a/b"', '"🍵"', '"FREE\\n"', '"FREE\' OR 1=1"'),
      ...required('/items/0/quantity'),
      ...badInteger('/items/0/quantity', { min: 1, max: 1_000_000 }),
      ...wrong('/items/0/quantity', '-5', '0', '-0', '-0.0'),
      ...badPaymentMethod('/paymentMethod'),
      ...wrong('/currency', ...BAD_CURRENCIES),
      ...badInteger('/expectedTotal', MONEY),
      ...wrong('/confirm', '"true"', '"false"', '0', '1', '[]', '{}', '""'),
      ...noText('/note'),
      ...wrong('/note', text(1001)),
      ...unknownMembers('', '/items/0'),
    ],
  ],
  [
    confirmByPath,
    [
      ...required('/amount'),
      ...badInteger('/amount', MONEY),
      ...badPaymentMethod('/paymentMethod'),
      ...wrong('/orderId', '"01890a5d-ac96-774b-bcce-b302099a8057"'),
      ...unknownMembers(''),
    ],
  ],
  [
    confirmByBody,
    [
      ...badOrderId('/orderId'),
      ...required('/amount'),
      ...badInteger('/amount', MONEY),
      ...badPaymentMethod('/paymentMethod'),
      ...unknownMembers(''),
    ],
  ],
  [
    cancelOrder,
    [...noText('/reason'), ...wrong('/reason', text(1001)), ...wrong('/amount', '0'), ...unknownMembers('')],
  ],
  [
    payDraft,
    [
      ...badOrderId('/orderId'),
      ...required('/paymentMethod'),
      ...badPaymentMethod('/paymentMethod'),
      ...badInteger('/amount', MONEY),
      ...unknownMembers(''),
    ],
  ],
  [
    refundPayment,
    [
      ...badInteger('/amount', { min: 1, max: MONEY.max }),
      ...noText('/reason'),
      ...wrong('/reason', text(1001)),
      ...wrong('/currency', '"EUR"'),
      ...unknownMembers(''),
    ],
  ],
  [
    setStock,
    [
      ...required('/name'),
      ...noText('/name'),
      ...wrong('/name', '""', text(201)),
      ...required('/unitPrice'),
      ...badInteger('/unitPrice', MONEY),
      ...required('/currency'),
      ...wrong('/currency', ...BAD_CURRENCIES),
      ...required('/onHand'),
      ...badInteger('/onHand', COUNT),
      ...wrong('/sku', '"FREE"'),
      ...wrong('/reserved', '0'),
      ...unknownMembers(''),
    ],
  ],
  [
    adjustStock,
    [
      ...required('/delta'),
      ...badInteger('/delta', { min: -COUNT.max, max: COUNT.max }),
      ...wrong('/delta', '0', '-0'),
      ...required('/reason'),
      ...noText('/reason'),
      ...wrong('/reason', '""', text(501)),
      ...unknownMembers(''),
    ],
  ],
  [
    setFaults,
    [
      ...required('/items'),
      ...wrong('/items', '{}', '"decline"', '1', JSON.stringify(Array(21).fill({ kind: 'decline' }))),
      ...required('/items/0/kind'),
      ...wrong('/items/0/kind', '""', '"DECLINE"', '"stored-500"', '1', '["decline"]'),
      ...badInteger('/items/0/ms', { min: 0, max: 60_000 }),
      ...badInteger('/items/0/times', { min: 1, max: 100 }),
      ...unknownMembers('', '/items/0'),
    ],
  ],
];

/** What every act of an operator says. */
const ACT: readonly Spoilt[] = [
  ...required('/reason'),
  ...noText('/reason'),
  ...wrong('/reason', '""', text(1001)),
  ...wrong('/dryRun', '"true"', '0', '1', '[]', '{}', '""'),
  ...unknownMembers(''),
];

const SAGA_VERSION = badInteger('/sagaVersion', { min: 1, max: 2_147_483_647 });

const MORE = new Map<BodyRoute, readonly Spoilt[]>([
  [compensateSaga, SAGA_VERSION],
  [
    resolveSaga,
    [
      ...SAGA_VERSION,
      ...required('/outcome'),
      ...wrong('/outcome', '"APPLIED"', '"maybe"', '1', '["applied"]', '""'),
      ...required('/providerReference'),
      ...noText('/providerReference'),
      ...wrong('/providerReference', '""', text(256), '"pi 1"', '"ch_1"', '"pi_é"'),
      ...required('/evidence'),
      ...noText('/evidence'),
      ...wrong('/evidence', '""', text(1001)),
    ],
  ],
  [matchMessage, badOrderId('/orderId')],
  [redriveAll, [...noText('/group'), ...wrong('/group', '""', '"9e107d9d372bb68"', '"9E107D9D372BB682"')]],
]);

describe('danger: a wrong quantity, amount or name is taken for a good one (B148)', () => {
  it.each(
    [...TABLE, ...OPERATOR_ROUTES.map((route) => [route, [...ACT, ...(MORE.get(route) ?? [])]] as const)].map(
      ([route, variants]) => ({ ...route, variants }),
    ),
  )('$name refuses every wrong member and names it', async ({ variants, ...route }) => {
    await expectRefused(scene, route, variants);
  });

  it.each(BODY_ROUTES)('$name refuses a body that is no object', async (route) => {
    const bodies = ['[]', '"text"', 'null', '1', 'true', '[{"sku":"FREE"}]'];
    await expectRefused(
      scene,
      route,
      bodies.map((body) => [body, (good) => ({ ...good, body }), invalid('')]),
    );
  });
});

describe('a request without a body', () => {
  it('is one without members: enough to cancel and to refund all, not enough for anything else', async () => {
    const { url } = scene.services[0]!;
    for (const route of BODY_ROUTES) {
      const { method, path } = await route.good(scene);
      const headers = { ...bearer(route.as), 'idempotency-key': crypto.randomUUID() };
      const { status } = await ask(url, { method, path, headers });
      const enough = new Map([
        [cancelOrder, 200],
        [refundPayment, 201],
      ]);
      expect([route.name, status]).toEqual([route.name, enough.get(route) ?? 400]);
    }
  });
});

describe('a body with many wrong members', () => {
  it('names at most twenty of them, so that the answer stays small', async () => {
    const many = Object.fromEntries([...Array(500).keys()].map((n) => [`${'x'.repeat(300)}${n}`, n]));
    const { text: answer, body } = await scene.place(many);
    expect((body as { errors: unknown[] }).errors).toHaveLength(20);
    expect(answer.length).toBeLessThan(10_000);
  });
});
