import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What keeps people out, as axe counts it; the milder ones are matters of taste. */
const SERIOUS = ['serious', 'critical'];

/**
 * The serious faults of a page (axe-core, WCAG rules and best practices) in both themes: which rule, and where. Of all
 * rules, colours alone depend on the theme.
 */
export async function violationsOn(page: Page, where: string): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const found = [];
  for (const [colorScheme, rules] of Object.entries(RULES)) {
    await page.emulateMedia({ colorScheme: colorScheme as keyof typeof RULES });
    const results = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'], ${rules} })`);
    found.push(...seriousIn(results, `${where} ${colorScheme}`));
  }
  return found;
}

const RULES = { light: '', dark: `runOnly: ['color-contrast']` } as const;

function seriousIn({ violations }: AxeResults, where: string): unknown[] {
  return violations
    .filter(({ impact }) => SERIOUS.includes(impact ?? ''))
    .map(({ id, nodes }) => ({ where, rule: id, at: nodes.map(({ html }) => html.slice(0, 160)) }));
}
