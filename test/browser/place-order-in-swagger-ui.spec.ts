import { ServerScene } from '../commands/embedded-server.scene.js';
import { startProgram } from '../commands/local-start.scene.js';
import { openBrowser, type WatchedBrowser } from '../support/browser.js';
import { readLedger } from '../support/provider-control.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import type { Locator, Page } from 'playwright-core';

/** What `npm start` brings up and prints, on a database of the tests. */
async function startForANewcomer(scene: ServerScene, database: TestDatabase) {
  const env = { DATABASE_URL: database.url, DATA_DIR: await scene.directory(), ORDER_WAIT: '20s' };
  const start = startProgram(scene, env);
  const url = await start.running();
  const printed = (what: RegExp): string => what.exec(start.stdout())?.[1] ?? '';
  const headers = { Authorization: `Bearer ${printed(/Demo operator\s+(\S+)/)}` };
  return {
    url,
    ledger: () => readLedger(printed(/Sandbox\s+(\S+)/)),
    onHand: async (sku: string): Promise<number> => {
      const answer = await fetch(`${url}/api/inventory/${sku}`, { headers });
      return ((await answer.json()) as { onHand: number }).onHand;
    },
  };
}

/** "Place an order" on the page, as far as a person handles it. */
function orderForm(page: Page) {
  const block = page.locator('#operations-Orders-placeOrder');
  const answer = block.locator('.live-responses-table');
  const key: Locator = block.getByPlaceholder('Idempotency-Key');
  return {
    unfold: () => block.locator('.opblock-summary-control').click(),
    key: () => key.inputValue(),
    /** Presses Execute and reads the answer that the page shows once it has these words. */
    async execute(words: string): Promise<string> {
      await block.getByRole('button', { name: 'Execute', exact: true }).click();
      const shown = answer.filter({ hasText: words });
      await shown.waitFor();
      return shown.innerText();
    },
  };
}

const orderId = (answer: string): string | undefined => /"id": "([^"]+)"/.exec(answer)?.[1];

describe('a newcomer in front of Swagger UI', () => {
  const scene = new ServerScene();
  let database: TestDatabase;
  let browser: WatchedBrowser;
  let service: Awaited<ReturnType<typeof startForANewcomer>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    [browser, service] = await Promise.all([openBrowser(), startForANewcomer(scene, database)]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await scene.close();
    await database.drop();
  });

  it('presses Execute twice: one order, one capture, one sale, and the second answer says that it is the first', async () => {
    const before = await service.onHand('TEA-GREEN');
    const page = await browser.open(`${service.url}/docs`);
    const form = orderForm(page);
    await form.unfold();
    const key = await form.key();

    const first = await form.execute('"status": "confirmed"');
    expect(first).toMatch(/^201\b/m);
    expect(first).not.toContain('idempotent-replayed');
    const second = await form.execute('idempotent-replayed: true');
    expect(second).toMatch(/^201\b/m);

    expect(second).toContain(`idempotency-key: ${key}`);
    expect(orderId(second)).toBe(orderId(first));
    expect((await service.ledger()).charges).toMatchObject([
      { status: 'succeeded', attempts: 1, metadata: { orderId: orderId(first) } },
    ]);
    expect(await service.onHand('TEA-GREEN')).toBe(before - 2);
  });

  it('gets another key when the page is loaded again', async () => {
    const page = await browser.open(`${service.url}/docs`);
    const form = orderForm(page);
    await form.unfold();
    const key = await form.key();
    // The address says by now what is unfolded.
    await page.reload();
    expect(await form.key()).not.toBe(key);
  });

  it('asks no host but the service', async () => {
    const page = await browser.open(`${service.url}/docs`);
    await orderForm(page).unfold();
    expect(browser.strangers()).toEqual([]);
    // The same watch, when somebody does.
    await page.goto('http://stranger.invalid/').catch(() => undefined);
    expect(browser.strangers()).toEqual(['http://stranger.invalid/']);
  });
});
