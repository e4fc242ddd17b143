import pg from 'pg';

/** The tables of the peers that bring their own durability: an order, its payment, its stock. */
const SCHEMA = `
  CREATE TABLE stock (sku text PRIMARY KEY, unit_price bigint NOT NULL, currency text NOT NULL,
    on_hand bigint NOT NULL CHECK (on_hand >= 0));
  CREATE TABLE orders (id uuid PRIMARY KEY, customer_id text NOT NULL, status text NOT NULL, currency text NOT NULL,
    total bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE order_lines (order_id uuid NOT NULL REFERENCES orders, sku text NOT NULL, quantity bigint NOT NULL,
    unit_price bigint NOT NULL, PRIMARY KEY (order_id, sku));
  CREATE TABLE payments (order_id uuid PRIMARY KEY, amount bigint NOT NULL, captured bigint NOT NULL, status text NOT NULL,
    reference text UNIQUE);
  CREATE TABLE reservations (order_id uuid NOT NULL, sku text NOT NULL, quantity bigint NOT NULL,
    PRIMARY KEY (order_id, sku));`;

/** Makes them in an empty database. */
export async function createStepTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SCHEMA);
  } finally {
    await client.end();
  }
}
