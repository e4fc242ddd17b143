import type { Order } from './saga.js';
import { Badge } from '../parts/badge.js';
import { Moment } from '../parts/moment.js';
import { moneyOf } from '../words/money.js';

/** What was ordered, by whom, and how it stands. */
export function OrderHead({ order, tenant }: { readonly order: Order; readonly tenant?: string }) {
  const { id, status, customerId, currency, total, items, createdAt, failure } = order;
  return (
    <>
      <div class="title">
        <h1>Order</h1>
        <Badge state={status} />
      </div>
      <p class="order-line">
        <code>{id}</code>
      </p>
      <p class="order-line">
        <b>{moneyOf(total, currency)}</b> · {items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')} ·
        customer {customerId}
        {tenant && <> of {tenant}</>} · placed <Moment at={createdAt} />
      </p>
      {failure && (
        <p class="order-line">
          It was not fulfilled: {failure.detail} <span class="hint">{failure.code}</span>
        </p>
      )}
    </>
  );
}
