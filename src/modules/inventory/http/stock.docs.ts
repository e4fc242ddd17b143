import { AdjustStockRequest, SetStockRequest } from './set-stock.request.js';
import { StockListResponse, StockResponse } from './stock.response.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';

const sku = { description: 'A SKU of the catalogue.', example: 'TEA-GREEN' };

export const GetStockDocs = (): MethodDecorator =>
  Documented({
    id: 'getStock',
    summary: 'Read one SKU: price and stock',
    description:
      'The same for every tenant. The `ETag` counts changes by people, for `If-Match`; sales do not move it, so an answer is always given in full.',
    params: { sku },
    answers: {
      200: { description: 'The SKU as it is now.', body: StockResponse, headers: ['ETag'] },
    },
    refuses: ['validation_failed', 'not_found'],
  });

export const ListStockDocs = (): MethodDecorator =>
  Documented({
    id: 'listStock',
    summary: 'List the catalogue',
    description: 'What can be ordered, by SKU; the same for every tenant.',
    answers: {
      200: {
        description: 'One page. Send its `nextCursor` as `cursor` for the next one, until it is null.',
        body: StockListResponse,
      },
    },
  });

export const SetStockDocs = (): MethodDecorator =>
  Documented({
    id: 'setStock',
    summary: 'Put a SKU into the catalogue, or change it',
    description:
      'Replaces name, price and counted stock. Orders that were placed before keep their price. ' +
      'It needs no key: sending it twice changes nothing more.',
    params: { sku },
    headers: [
      {
        name: 'If-Match',
        description: 'The `ETag` you have read; with it, a change by somebody else in between is not lost.',
      },
    ],
    body: {
      type: SetStockRequest,
      examples: {
        tea: { summary: 'Tea', value: { name: 'Green tea, 100 g', unitPrice: 890, currency: 'EUR', onHand: 100 } },
        yen: {
          summary: 'A price in yen',
          value: { name: 'Cup from Tokyo', unitPrice: 2400, currency: 'JPY', onHand: 40 },
        },
      },
    },
    answers: {
      200: { description: 'The SKU was known and is changed.', body: StockResponse, headers: ['ETag'] },
      201: { description: 'The SKU is new in the catalogue.', body: StockResponse, headers: ['ETag'] },
    },
    refuses: ['negative_stock', 'precondition_failed'],
  });

export const AdjustStockDocs = (): MethodDecorator =>
  Documented({
    id: 'adjustStock',
    summary: 'Count stock in or out',
    description: 'Adds `delta` to what is on hand, with a reason. The movement is kept in the ledger of the stock.',
    params: { sku },
    body: {
      type: AdjustStockRequest,
      examples: {
        delivery: { summary: 'A delivery', value: { delta: 5, reason: 'Delivery 4711' } },
        breakage: { summary: 'Breakage', value: { delta: -1, reason: 'Fell off the shelf' } },
      },
    },
    answers: {
      201: { description: 'It is counted; the SKU as it is now.', body: StockResponse, headers: ['Location', 'ETag'] },
    },
    refuses: ['not_found', 'negative_stock'],
  });
