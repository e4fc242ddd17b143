import type { Method } from './payment-methods.js';

export type Tenant = 'alice' | 'bob';
export type Sku = 'TEA' | 'CUP';

/** What somebody wants of the shop, under a key. Orders are counted from 1, in the order in which they were made. */
export type Wish =
  | {
      readonly is: 'place';
      readonly as: Tenant;
      readonly sku: Sku;
      readonly quantity: number;
      readonly method: Method;
      readonly confirm: boolean;
      /** Expects another total than the prices make. */
      readonly misquoted: boolean;
    }
  | { readonly is: 'confirm'; readonly order: number; readonly by: 'path' | 'body'; readonly misquoted: boolean }
  | { readonly is: 'pay'; readonly order: number; readonly method: Method; readonly misquoted: boolean }
  | { readonly is: 'cancel'; readonly order: number }
  | { readonly is: 'refund'; readonly order: number; readonly share: 'a part' | 'the rest' | 'too much' }
  | { readonly is: 'count'; readonly sku: Sku; readonly delta: number };

const atAnotherPrice = ({ misquoted }: { readonly misquoted: boolean }): string =>
  misquoted ? ' at another price than it has' : '';

/** The wish in words; `place 2 × TEA with a card that pays`. */
export function wished(wish: Wish): string {
  switch (wish.is) {
    case 'place': {
      const { as, quantity, sku, method, confirm } = wish;
      const what = `${quantity} × ${sku}${confirm ? '' : ' as a draft'} with ${method}${atAnotherPrice(wish)}`;
      return as === 'alice' ? `place ${what}` : `${as} places ${what}`;
    }
    case 'confirm':
      return `confirm order ${wish.order} by its ${wish.by}${atAnotherPrice(wish)}`;
    case 'pay':
      return `pay order ${wish.order} with ${wish.method}${atAnotherPrice(wish)}`;
    case 'cancel':
      return `cancel order ${wish.order}`;
    case 'refund':
      return `refund ${wish.share} of order ${wish.order}`;
    default:
      return `count ${Math.abs(wish.delta)} × ${wish.sku} ${wish.delta > 0 ? 'in' : 'out'}`;
  }
}
