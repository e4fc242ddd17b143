import pg from 'pg';

/** One column, constraint or index as PostgreSQL itself describes it. */
export interface CatalogueEntry {
  readonly kind: 'column' | 'constraint' | 'index';
  /** `schema.table` */
  readonly table: string;
  readonly name: string;
  /** A column's type, default and nullability; what a constraint or an index says. */
  readonly definition: string;
}

/** The queue brings its own schema, and TypeORM keeps its list of migrations in `public`. */
const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'graphile_worker', 'public')`;

const CATALOGUE = `
  SELECT 'column' AS kind, n.nspname || '.' || c.relname AS "table", a.attname AS name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
      CASE WHEN a.attidentity <> '' THEN 'IDENTITY' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS definition
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
  JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND ${OURS}
  UNION ALL
  -- From PostgreSQL 18 on every NOT NULL is a constraint too; the columns tell them.
  SELECT 'constraint', n.nspname || '.' || c.relname, k.conname, pg_get_constraintdef(k.oid)
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype <> 'n' AND ${OURS}
  UNION ALL
  SELECT 'index', n.nspname || '.' || t.relname, c.relname, pg_get_indexdef(i.indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE t.relkind IN ('r', 'p') AND ${OURS}
  ORDER BY 1, 2, 3`;

/** Everything our migrations have made in a database, in one order. */
export async function catalogue(url: string): Promise<CatalogueEntry[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<CatalogueEntry>(CATALOGUE)).rows;
  } finally {
    await client.end();
  }
}
