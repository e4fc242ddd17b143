import { openBrowser, type WatchedBrowser } from '../support/browser.js';
import { KEYS } from '../support/environment.js';
import { Scene } from '../support/scene.js';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Pictures of the last run, for whoever wants to see what was tested; kept out of git. */
const SHOTS = join('artefacts', 'console');

/** The console of a service with a sandbox that tells it what happens, in a real browser. */
export interface ConsoleScene {
  readonly scene: Scene;
  readonly browser: WatchedBrowser;
  /** The page as somebody without a key sees it. */
  stranger(path?: string): Promise<Page>;
  /** The same after an operator has signed in. */
  operator(path?: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openConsoleScene(): Promise<ConsoleScene> {
  // A request that is in doubt is answered soon, as a person would want it.
  const [scene, browser] = await Promise.all([
    Scene.open({ webhooks: true, env: { ORDER_WAIT: '500ms' } }),
    openBrowser(),
  ]);
  await scene.stock('TEA', 1_000);
  await mkdir(SHOTS, { recursive: true });
  const stranger = (path = '/console'): Promise<Page> => browser.open(scene.services[0]!.url + path);
  return {
    scene,
    browser,
    stranger,
    async operator(path) {
      const page = await stranger(path);
      await signIn(page, KEYS.operator);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      return page;
    },
    async close() {
      await browser.close();
      await scene.close();
    },
  };
}

export async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Operator key').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** One part of a page by its heading. */
export const card = (page: Page, title: string | RegExp): Locator => page.getByRole('region', { name: title });

/** The state that the order page shows. */
export const orderState = (page: Page, state: string): Promise<void> =>
  page.locator('.title .badge', { hasText: state }).waitFor();

export const shoot = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
};

/** How many pixels a page is wider than its window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
