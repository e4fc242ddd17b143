import { keyProblemsOf } from '#modules/idempotency/http/key.problems.js';
import { keyedOperation } from '#modules/idempotency/http/keyed-operation.js';
import type { KeyPolicyResponse } from '#modules/idempotency/http/policy.response.js';
import { polledOperation } from '#modules/idempotency/http/polled-operation.js';
import { operationsProblems } from '#modules/operations/http/operations.problems.js';
import { stockAdvice, stockProblems } from '#modules/inventory/http/stock.problems.js';
import { orderAdvice, orderProblems } from '#modules/orders/http/order.problems.js';
import { paymentProblems } from '#modules/payments/http/payment.problems.js';
import type { Config } from '#shared/config/config.js';
import type { ApiDescription } from '#shared/http/openapi/api-document.js';
import { withAdvice } from '#shared/http/openapi/problem-meaning.js';
import { requestProblems } from '#shared/http/openapi/request.problems.js';
import { serviceProblems } from '#shared/http/openapi/service.problems.js';

const introduction = (demo: boolean): string => `
An order is paid, taken from stock and confirmed exactly once, however often it is sent.

**Try it:** ${
  demo
    ? 'the demo keys of this installation are filled in: routes for clients use the demo client, routes for operators the demo operator.'
    : 'press *Authorize* and give the secret of an API key: a client places orders, an operator keeps the stock.'
} Open **Place an order**, press *Execute*, and press it again: the second answer is the first one, with
\`Idempotent-Replayed: true\`. The key is new whenever this page is loaded.

**Money** is a whole number of minor units with an ISO 4217 code: 890 EUR is 8.90 €, 2400 JPY is ¥2400. **Times** are
RFC 3339 in UTC. **Lists** are \`{items, nextCursor}\`.

**Refusals** are \`application/problem+json\` (RFC 9457); [every code is explained here](/docs/problems). The document
behind this page is [/docs-json](/docs-json).
`;

interface Installation {
  /** The keys of this machine are filled in. */
  readonly demo: boolean;
  readonly profile: Config['idempotencyProfile'];
  readonly policyOf: (operation: string) => KeyPolicyResponse;
}

/** What the documentation says beyond the routes themselves. */
export const apiDescription = ({ demo, profile, policyOf }: Installation): ApiDescription => ({
  title: 'Ichido: orders, exactly once',
  version: '1.0',
  introduction: introduction(demo),
  tags: [
    { name: 'Orders', description: 'Place, confirm and follow orders.' },
    { name: 'Payments', description: 'What was captured and given back.' },
    { name: 'Inventory', description: 'The catalogue: prices and stock, the same for every tenant.' },
    { name: 'Idempotency', description: 'What became of a request.' },
    { name: 'Webhooks', description: 'What the payment provider tells us.' },
    { name: 'Operations', description: 'What an operator sees and may do.' },
    { name: 'Health', description: 'For whoever runs the service; needs no key.' },
  ],
  problems: withAdvice(
    {
      ...orderProblems,
      ...paymentProblems,
      ...stockProblems,
      ...operationsProblems,
      ...keyProblemsOf(profile),
      ...requestProblems,
      ...serviceProblems,
    },
    orderAdvice,
    stockAdvice,
  ),
  rules: [polledOperation, keyedOperation(policyOf)],
});
