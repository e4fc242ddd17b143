import { EntitySchema } from 'typeorm';

/** Amounts of bigint columns come as text from the driver; here they are numbers. */
const amount = { type: 'bigint', transformer: { from: Number, to: (value: number): number => value } } as const;

export interface KeyRow {
  id: string;
  key: string;
  fingerprint: string;
  orderId: string;
  status?: number | null;
  body?: string | null;
}

export const KeyEntity = new EntitySchema<KeyRow>({
  name: 'idempotency_keys',
  columns: {
    id: { type: 'uuid', primary: true },
    key: { type: 'text', unique: true },
    fingerprint: { type: 'text' },
    orderId: { type: 'uuid' },
    status: { type: 'integer', nullable: true },
    body: { type: 'text', nullable: true },
  },
});

export interface OrderLineRow {
  orderId: string;
  sku: string;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
}

export interface OrderRow {
  id: string;
  customerId: string;
  status: string;
  currency: string;
  total: number;
  paymentId: string;
  lines: OrderLineRow[];
  createdAt: Date;
  updatedAt: Date;
  version?: number;
}

export const OrderLineEntity = new EntitySchema<OrderLineRow & { order?: OrderRow }>({
  name: 'order_lines',
  columns: {
    orderId: { type: 'uuid', primary: true },
    sku: { type: 'text', primary: true },
    quantity: amount,
    unitPrice: amount,
    lineTotal: amount,
  },
  relations: {
    order: { type: 'many-to-one', target: 'orders', inverseSide: 'lines', joinColumn: { name: 'orderId' } },
  },
});

export const OrderEntity = new EntitySchema<OrderRow>({
  name: 'orders',
  columns: {
    id: { type: 'uuid', primary: true },
    customerId: { type: 'text' },
    status: { type: 'text' },
    currency: { type: 'text' },
    total: amount,
    paymentId: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    version: { type: 'integer', version: true },
  },
  relations: {
    lines: { type: 'one-to-many', target: 'order_lines', inverseSide: 'order', cascade: true },
  },
});

export interface PaymentRow {
  id: string;
  orderId: string;
  amount: number;
  captured: number;
  status: string;
  reference?: string | null;
  version?: number;
}

export const PaymentEntity = new EntitySchema<PaymentRow>({
  name: 'payments',
  columns: {
    id: { type: 'uuid', primary: true },
    orderId: { type: 'uuid', unique: true },
    amount,
    captured: amount,
    status: { type: 'text' },
    reference: { type: 'text', nullable: true },
    version: { type: 'integer', version: true },
  },
});

export interface StepRow {
  orderId: string;
  name: string;
  status: string;
}

export const StepEntity = new EntitySchema<StepRow>({
  name: 'saga_steps',
  columns: {
    orderId: { type: 'uuid', primary: true },
    name: { type: 'text', primary: true },
    status: { type: 'text' },
  },
});

export interface StockRow {
  sku: string;
  unitPrice: number;
  currency: string;
  onHand: number;
}

export const StockEntity = new EntitySchema<StockRow>({
  name: 'stock',
  columns: {
    sku: { type: 'text', primary: true },
    unitPrice: amount,
    currency: { type: 'text' },
    onHand: amount,
  },
});

export interface ReservationRow {
  orderId: string;
  sku: string;
  quantity: number;
}

export const ReservationEntity = new EntitySchema<ReservationRow>({
  name: 'reservations',
  columns: {
    orderId: { type: 'uuid', primary: true },
    sku: { type: 'text', primary: true },
    quantity: amount,
  },
});

export const ENTITIES = [
  KeyEntity,
  OrderEntity,
  OrderLineEntity,
  PaymentEntity,
  StepEntity,
  StockEntity,
  ReservationEntity,
];
