import type { OperationAdvice, ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';

/** How changes of the stock are refused. */
export const stockProblems: ProblemMeanings = {
  negative_stock: {
    status: 409,
    detail:
      'This would leave less of TEA-GREEN on hand than is reserved for orders, or less than none. ' +
      'Read the stock and choose another amount.',
    meaning: 'Less would be on hand than is held for orders under way, or less than none.',
    remedy: 'Read the stock and choose another amount, or wait until the orders are decided.',
    stored: true,
    retry: 'new-key',
  },
};

/** People choose SKUs, so one that is unknown now may be in the catalogue when the same request comes again. */
export const stockAdvice: OperationAdvice = { not_found: { 'inventory.adjust': 'same-key' } };
