import { KeptAlive } from '../commands/kept-alive.scene.js';
import { card, orderState, shoot, signIn } from './operator-at-console.js';
import { openBrowser, type WatchedBrowser } from '../support/browser.js';
import type { Page } from 'playwright-core';

let local: KeptAlive;
let browser: WatchedBrowser;
beforeAll(async () => {
  [local, browser] = await Promise.all([KeptAlive.open(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await local.close();
});

async function operatorAt(path: string): Promise<Page> {
  const page = await browser.open(local.url + path);
  // A service that starts again does so on a machine that is busy with other tests.
  page.setDefaultTimeout(60_000);
  await signIn(page, local.secretOf('operator'));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}

describe('an operator who kills the worker', () => {
  it('when the next payment is captured sees nobody answer, the service come back, and the order confirmed with one charge', async () => {
    const page = await operatorAt('/console/lab');
    const worker = card(page, 'The worker');
    await worker.getByRole('button', { name: /^Kill the worker when the next payment is captured/ }).click();
    await page.locator('.waiting-faults', { hasText: 'Kill the worker' }).waitFor();

    await page.getByLabel('Client key').fill(local.secretOf('client'));
    await page.getByLabel('How often').selectOption('2');
    await Promise.all([
      page.getByText(/^The service is away/).waitFor(),
      page.getByRole('button', { name: 'Send the same order 2 times' }).click(),
    ]);
    await page.getByText('no answer: the service went away').waitFor();
    await shoot(page, 'killed-worker');
    await page.getByText(/^The service was away and is back/).waitFor();

    await page.getByRole('button', { name: 'Send the same once more' }).click();
    await page.getByText('3 sent, 1 order, 1 payment').waitFor();
    await page.getByRole('link', { name: 'Open the order' }).click();
    await orderState(page, 'confirmed');
    expect((await local.ledger()).charges).toMatchObject([{ status: 'succeeded' }]);
    await page.close();
  });

  it('now sees the line of the overview get lost and be live again, without doing anything', async () => {
    const killed = await local.servicePid();
    const overview = await operatorAt('/console');
    const lab = await operatorAt('/console/lab');
    await overview.getByText('Live', { exact: true }).waitFor();
    await Promise.all([
      overview.getByText(/^The line is lost/).waitFor(),
      lab.getByText(/^The service is away/).waitFor(),
      lab.getByRole('button', { name: /^Kill the worker now/ }).click(),
    ]);
    await lab.getByText(/^The service was away and is back/).waitFor();
    await overview.getByText('Live', { exact: true }).waitFor();
    expect(await local.servicePid()).not.toBe(killed);
    await Promise.all([overview.close(), lab.close()]);
  });
});
