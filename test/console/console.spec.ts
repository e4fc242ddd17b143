import {
  card,
  openConsoleScene,
  orderState,
  overhang,
  shoot,
  signIn,
  type ConsoleScene,
} from './operator-at-console.js';
import { violationsOn } from './violations-on.js';
import { KEYS } from '../support/environment.js';
import { confirmed, leaveLetter, paidInDoubt } from '../support/operator.js';
import { CAPTURES, clearFaults } from '../support/provider-control.js';
import { until } from '../support/until.js';
import type { Page } from 'playwright-core';

let console: ConsoleScene;
beforeAll(async () => {
  console = await openConsoleScene();
}, 120_000);
afterEach(() => clearFaults(console.scene.sandbox.url));
afterAll(() => console.close());

/** Says why, looks at what it would do, does it, and presses once more. */
async function actTwice(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('as tested');
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await dialog.getByText('Nothing is done yet').waitFor();
  const would = await dialog.locator('.effects').first().innerText();
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await dialog.getByText('It is done').waitFor();
  await dialog.getByRole('button', { name: 'Press again' }).click();
  await dialog.getByText('Idempotent-Replayed').waitFor();
  expect(await dialog.locator('.effects').first().innerText()).toBe(would);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return would;
}

describe('danger: somebody without an operator’s key', () => {
  it.each([
    ['a key that is not known', 'not-a-key-of-this-house', 'not known here'],
    ['the key of a client', KEYS.alice, 'key of a client'],
  ])('sees nothing with %s, and is told why', async (_, secret, told) => {
    const page = await console.stranger();
    await signIn(page, secret);
    await page.getByRole('alert').getByText(told).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.close();
  });

  it('finds the key of the operator in no address and in nothing that outlives the tab', async () => {
    const page = await console.operator();
    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByRole('heading', { name: 'Queues' }).waitFor();
    expect(page.url()).not.toContain(KEYS.operator);
    const kept = await page.evaluate<string>(
      'JSON.stringify(localStorage) + document.cookie + document.body.innerHTML',
    );
    expect(kept).not.toContain(KEYS.operator);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Operator key').waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(KEYS.operator);
    await page.close();
  });
});

describe('the overview', () => {
  it('moves by itself when an order is placed', async () => {
    const page = await console.operator();
    await page.getByText('Live', { exact: true }).waitFor();
    const legend = card(page, 'Orders per minute').locator('.legend b');
    const before = Number(await legend.innerText());
    await confirmed(console.scene);
    await until('the order is counted', async () => Number(await legend.innerText()) > before);
    await page.close();
  });
});

describe('an order whose captured payment got lost', () => {
  it('is in doubt before the eyes of whoever ordered the faults, and heals by itself', async () => {
    const page = await console.operator('/console/lab');
    for (const fault of ['Drop after capture', 'Webhook never']) {
      await page.getByRole('button', { name: new RegExp(`^${fault}`) }).click();
      await page.locator('.waiting-faults', { hasText: fault }).waitFor();
    }
    // Afterwards the provider is away, so that there is a doubt to see.
    for (const method of ['GET', 'POST'] as const)
      await console.scene.arm({ kind: 'fail-before', status: 503 }, { ...CAPTURES, method }, 1_000);
    await page.getByLabel('Client key').fill(KEYS.alice);
    await page.getByLabel('How often').selectOption('2');
    await page.getByRole('button', { name: 'Send the same order 2 times' }).click();
    await page.getByRole('link', { name: 'Open the order' }).click();
    await card(page, 'Why it is where it is')
      .getByText(/^Nobody knows yet whether payment.capture/)
      .waitFor();
    await page.getByRole('img', { name: /payment\.capture: unknown, the current step/ }).waitFor();
    await shoot(page, 'healing');
    await clearFaults(console.scene.sandbox.url);
    await until('it has healed', async () => {
      await timePasses(console);
      return page.locator('.title .badge', { hasText: 'confirmed' }).isVisible();
    });
    const facts = page.getByRole('table', { name: 'Facts and their sources' });
    await facts.getByRole('row', { name: /unknown.*the provider’s answer/ }).waitFor();
    await facts.getByRole('row', { name: /captured.*our own look-up/ }).waitFor();
    await page.getByRole('img', { name: /payment\.capture: done.*order\.confirm: done/ }).waitFor();
    await page.close();
  });
});

describe('an operator', () => {
  it('ends a doubt by hand: reads what it would do, does it, and a second press is the same answer', async () => {
    // Its notices are lost, so that nobody else ends the doubt.
    await console.scene.arm({ kind: 'webhook-never' });
    const order = await paidInDoubt(console.scene, 'console-doubt');
    const page = await console.operator('/console/queues/doubt');
    await page.getByRole('link', { name: order.id }).click();
    await orderState(page, 'pending');
    await page.getByRole('button', { name: 'Say what the books show…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await violationsOn(page, 'the dialog')).toEqual([]);
    await dialog.getByLabel('In the books').selectOption('applied');
    await dialog.getByLabel('What the provider calls it').fill('ch_mistaken');
    await dialog.getByLabel('What you saw, and where').fill('read in the books of the sandbox');
    await dialog.getByLabel('Why').fill('as tested');
    await dialog.getByRole('button', { name: 'Show what it would do' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('What the provider calls it').fill(order.reference);
    expect(await actTwice(page)).toContain('order: pending → confirmed');
    await orderState(page, 'confirmed');
    await card(page, 'What operators did').getByText('as tested').waitFor();
    await page.close();
  });

  it('delivers a dead letter again', async () => {
    const { id } = await confirmed(console.scene);
    const letter = await leaveLetter(console.scene, id, 'Error: as tested');
    const page = await console.operator('/console/queues/dead');
    await page
      .getByRole('row', { name: new RegExp(id) })
      .getByRole('button', { name: 'Deliver it again…' })
      .click();
    expect(await actTwice(page)).toContain(letter);
    await card(page, 'Letters').getByText('Every message was delivered.').waitFor();
    await page.close();
  });

  it('danger: the answer to a press is lost: it is pressed again under its key, and done once', async () => {
    const { id } = await confirmed(console.scene);
    await leaveLetter(console.scene, id, 'Error: as lost');
    const page = await console.operator('/console/queues/dead');
    await page
      .getByRole('row', { name: new RegExp(id) })
      .getByRole('button', { name: 'Deliver it again…' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why').fill('as lost');
    await dialog.getByRole('button', { name: 'Show what it would do' }).click();
    await dialog.getByText('Nothing is done yet').waitFor();
    await page.route(
      '**/redrive',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await dialog.getByText('it may have been done or not').waitFor();
    expect(await dialog.getByRole('button', { name: 'Start over' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Press again' }).click();
    await dialog.getByText('Idempotent-Replayed').waitFor();
    await page.close();
  });

  it('looks up what happened to a key, and opens its order', async () => {
    await console.scene.place({}, { key: 'console-key' }).set('Prefer', 'wait=30');
    await console.scene.place({}, { key: 'console-key' });
    const page = await console.operator();
    await page.getByRole('searchbox', { name: 'Order id or idempotency key' }).fill('console-key');
    await page.keyboard.press('Enter');
    const found = card(page, 'console-key');
    await found.getByText(/^The answer 201 is stored/).waitFor();
    expect(page.url()).toMatch(/\/console\/keys\?key=console-key$/);
    await found.getByRole('link').click();
    await orderState(page, 'confirmed');
    await page.close();
  });

  it('sends one order 25 times in the lab: one order, one payment, and the layer that stopped the others', async () => {
    const page = await console.operator('/console/lab');
    await page.getByLabel('Client key').fill(KEYS.alice);
    await page.getByRole('button', { name: 'Send the same order 25 times' }).click();
    await page.getByText('25 sent, 1 order, 1 payment').waitFor();
    const byKey = card(page, 'What stopped the others').locator('[data-layer=api] .layer-count');
    await until('the others are counted', async () => (await byKey.count()) > 0 && (await byKey.innerText()) === '24');
    await shoot(page, 'lab');
    await page.close();
  });
});

describe('danger: a service is killed that nobody starts again', () => {
  it('offers no kill, and says where it would', async () => {
    const page = await console.operator('/console/lab');
    const worker = card(page, 'The worker');
    await worker.getByText('Here nobody would start it again').waitFor();
    const kills = worker.getByRole('button', { name: /^Kill the worker/ });
    expect(await Promise.all((await kills.all()).map((button) => button.isDisabled()))).toEqual([true, true]);
    await page.close();
  });
});

describe('danger: what a caller has written runs in the page of an operator', () => {
  it('is shown as it was written, and nothing of it is markup', async () => {
    const markup = '<img/src=x/onerror=alert(1)>';
    const { body } = await console.scene.place({ customerId: markup }, { key: markup }).set('Prefer', 'wait=30');
    const page = await console.operator(`/console/orders/${(body as { id: string }).id}`);
    await page.locator('.order-line', { hasText: markup }).waitFor();
    await page.getByRole('searchbox', { name: 'Order id or idempotency key' }).fill(markup);
    await page.keyboard.press('Enter');
    await card(page, markup).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await page.close();
  });
});

describe('danger: beside a real provider the page offers to break it', () => {
  it('has no lab, wherever somebody looks for it', async () => {
    const real = await console.scene.join({
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_somebody',
      STRIPE_API_BASE: console.scene.sandbox.url,
      PSP_WEBHOOK_SECRET: 'whsec_somebody',
      ROLE: 'api',
    });
    const page = await console.browser.open(`${real.url}/console/lab`);
    const asked = page.waitForResponse(/\/sandbox\/faults$/);
    await signIn(page, KEYS.operator);
    expect((await asked).status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'Back to the overview' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Lab' }).count()).toBe(0);
    await page.close();
  });
});

describe('the pages', () => {
  const places = async (): Promise<string[]> => {
    const { id } = await confirmed(console.scene);
    await leaveLetter(console.scene, id, 'Error: a letter that nobody takes away');
    return ['', '/queues/dead', '/keys', '/lab', `/orders/${id}`].map((place) => `/console${place}`);
  };

  it('have no serious fault for whoever uses a keyboard or a screen reader, in light and in dark', async () => {
    const page = await console.operator();
    const found: unknown[] = [];
    // What the page's own policy forbids, the browser complains about.
    page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
    for (const path of await places()) {
      await visit(page, path);
      found.push(...(await violationsOn(page, path)));
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it('fit a window of 360 pixels', async () => {
    const page = await console.operator();
    await page.setViewportSize({ width: 360, height: 740 });
    const wide: unknown[] = [];
    for (const path of await places()) {
      await visit(page, path);
      const pixels = await overhang(page);
      if (pixels > 0) wide.push([path, pixels]);
    }
    expect(wide).toEqual([]);
    await page.close();
  });

  it('let whoever has no mouse begin at the content', async () => {
    const page = await console.operator();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
    await page.close();
  });

  it('tell a customer who comes back from the bank that nothing is left to do here', async () => {
    const page = await console.stranger('/console?payment_intent=pi_1&redirect_status=succeeded');
    await page.getByRole('heading', { name: 'You may close this page' }).waitFor();
    expect(await page.getByLabel('Operator key').count()).toBe(0);
    await page.close();
  });

  it('ask no host but the service', () => {
    expect(console.browser.strangers()).toEqual([]);
  });
});

/** What waits for its time is due: a look at the provider. */
const timePasses = ({ scene }: ConsoleScene): Promise<unknown> =>
  scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND run_at > now()');

/** Until the page has what it asks for, or says that there is nothing. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until('nothing is on its way', async () => (await page.locator('.loading').count()) === 0);
}
