/** What somebody was answered about an operation with a key. */
export interface Told {
  /** For a person who looks for it: the id of the record, the line of the log. */
  readonly where: string;
  readonly tenant: string;
  readonly operation: string;
  readonly status: number;
  readonly body: string;
}

/** What an answer says to be so. It has to be so now, and ever after unless somebody lawfully undoes it. */
export interface Claim {
  readonly where: string;
  readonly tenant: string;
  readonly says:
    'order exists' | 'order confirmed' | 'order cancelled' | 'order refused' | 'payment captured' | 'refund taken';
  readonly id: string;
  readonly amount?: number;
  readonly currency?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ORDER_PATH = /^\/api\/orders\/([0-9a-f-]{36})$/;

/** Operations that end with an order; other refusals of theirs say nothing about one. */
const ORDERING = new Set(['orders.place', 'orders.confirm', 'payments.create']);
/** Refusals after which an order exists and is cancelled (semantics 9). */
const ENDED = new Set(
  'payment_declined payment_method_invalid payment_action_expired out_of_stock order_cancelled order_expired order_failed'.split(
    ' ',
  ),
);

interface Body {
  readonly id?: unknown;
  readonly orderId?: unknown;
  readonly paymentId?: unknown;
  readonly status?: unknown;
  readonly total?: unknown;
  readonly amount?: unknown;
  readonly captured?: unknown;
  readonly currency?: unknown;
  readonly code?: unknown;
  readonly instance?: unknown;
}

/** What an answer claims; nothing for an answer that says nothing checkable. Undefined when its body is not readable. */
export function claimsOf({ where, tenant, operation, status, body }: Told): Claim[] | undefined {
  const told = read(body);
  if (!told) return undefined;
  const claim = (says: Claim['says'], id: unknown, more: Partial<Claim> = {}): Claim[] =>
    typeof id === 'string' && UUID.test(id) ? [{ where, tenant, says, id, ...more }] : [];
  const money = (amount: unknown): Partial<Claim> => ({
    amount: typeof amount === 'number' ? amount : undefined,
    currency: typeof told.currency === 'string' ? told.currency : undefined,
  });
  if (status >= 200 && status < 300) {
    if (operation === 'payments.refund') return claim('refund taken', told.id, money(told.amount));
    if (operation === 'payments.create' && told.orderId !== undefined)
      return claim('payment captured', told.id, money(told.captured));
    if (!ORDERING.has(operation) && operation !== 'orders.cancel') return [];
    if (told.status === 'confirmed' || told.status === 'needs_attention')
      return claim('order confirmed', told.id, money(told.total));
    if (told.status === 'cancelled') return claim('order cancelled', told.id, money(told.total));
    return claim('order exists', told.id, money(told.total));
  }
  if (!ORDERING.has(operation) || typeof told.code !== 'string' || !ENDED.has(told.code)) return [];
  return claim('order refused', ORDER_PATH.exec(String(told.instance))?.[1]);
}

function read(body: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
