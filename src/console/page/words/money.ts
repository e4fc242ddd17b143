/** An amount of minor units as a person writes it, `€17.80`, `¥2,400`; the currency says how many decimals it has. */
export function moneyOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
