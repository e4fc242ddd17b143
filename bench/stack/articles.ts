/** The articles of every system: as many that two orders of one batch seldom want the same row. */
export const ARTICLES: readonly string[] = Array.from({ length: 500 }, (_, at) => `SKU-${String(at).padStart(3, '0')}`);

/** The one that everybody wants. */
export const HOT_ARTICLE = 'SKU-HOT';

/** The one that is sold out: its payment is taken and given back. */
export const SOLD_OUT_ARTICLE = 'SKU-GONE';

/** Minor units of `CURRENCY`. */
export const UNIT_PRICE = 1_250;
export const CURRENCY = 'EUR';

/** More than any run can sell. */
export const PLENTY = 1_000_000_000;
