import { ListStock, SetStock } from '#modules/inventory/contract/index.js';
import type { Config } from '#shared/config/config.js';
import { CONFIG } from '#shared/config/config.token.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';

/** Something to order at once: two currencies, and one SKU that is soon sold out. */
const DEMO_STOCK: Readonly<Record<string, SetStock['wanted']>> = {
  'TEA-GREEN': { name: 'Green tea, 100 g', unitPrice: 890, currency: 'EUR', onHand: 100 },
  'TEA-BLACK': { name: 'Black tea, 100 g', unitPrice: 790, currency: 'EUR', onHand: 100 },
  'TEA-RARE': { name: 'White tea from old trees, 50 g', unitPrice: 4900, currency: 'EUR', onHand: 3 },
  CUP: { name: 'Tea cup', unitPrice: 1200, currency: 'EUR', onHand: 40 },
  POT: { name: 'Tea pot, 0.8 l', unitPrice: 5900, currency: 'EUR', onHand: 15 },
  'CUP-TOKYO': { name: 'Tea cup from Tokyo', unitPrice: 2400, currency: 'JPY', onHand: 20 },
};

/**
 * Fills an empty catalogue when the money is play money, in one unit: all of it, or nothing because somebody else was
 * there first. Tells how many SKUs were added.
 */
export async function seedDemoStock(app: INestApplicationContext): Promise<number> {
  if (app.get<Config>(CONFIG).paymentProvider !== 'sandbox') return 0;
  const commands = app.get(CommandBus);
  const queries = app.get(QueryBus);
  return app.get(UnitOfWork).run(async () => {
    // Asked in every run: who loses against another start runs again and finds its stock here.
    const { items } = await queries.execute(new ListStock(1));
    if (items.length > 0) return 0;
    for (const [sku, wanted] of Object.entries(DEMO_STOCK)) {
      const { created } = await commands.execute(new SetStock(sku, wanted));
      // Another start came between the two reads. What it has put there may be sold already: nothing is set over it.
      if (!created) throw new VersionConflict(`${sku} was put on the shelves meanwhile`);
    }
    return Object.keys(DEMO_STOCK).length;
  });
}
