import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { Step } from './step.js';
import { letPass } from '../support/passing-time.js';

/** Work that was interrupted a third time is set aside for an hour, which no scenario waits for. */
const MOST_BLOWS = 2;

/** What happens to the instances, not to the shop: the model only counts them. */
abstract class Trouble extends Step {
  check(shop: Readonly<Shop>): boolean {
    return (shop.inTheAir?.blows ?? 0) < MOST_BLOWS;
  }

  protected override isForTheAir(): boolean {
    return true;
  }

  protected async act(shop: Shop, premises: Premises): Promise<void> {
    if (shop.inTheAir) shop.inTheAir.blows += 1;
    await this.trouble(shop, premises);
  }

  protected abstract trouble(shop: Shop, premises: Premises): Promise<void>;
}

export class Kill extends Trouble {
  protected trouble(_shop: Shop, premises: Premises): Promise<void> {
    return premises.killOldest();
  }

  protected sentence(): string {
    return 'kill -9 the oldest instance, and start it if nobody is left';
  }
}

export class Freeze extends Trouble {
  override check(shop: Readonly<Shop>): boolean {
    return super.check(shop) && shop.instances > 1;
  }

  protected trouble(_shop: Shop, premises: Premises): Promise<void> {
    return premises.freezeOldest();
  }

  protected sentence(): string {
    return 'freeze the oldest instance until another one has declared it dead';
  }
}

const LEASES_RUN_OUT = `
  WITH silent AS (UPDATE jobs.workers SET seen_at = seen_at - interval '1 minute')
  UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '1 minute', locked_at = locked_at - interval '1 minute'`;

/** Longer than a lease: whoever works is taken for dead, and what waits for its time is due. */
export class MinutePasses extends Trouble {
  protected async trouble({ inTheAir }: Shop, { scene }: Premises): Promise<void> {
    if (inTheAir) await letPass(scene, inTheAir.order.id!, '1 minute');
    await scene.rows(LEASES_RUN_OUT);
  }

  protected sentence(): string {
    return 'a minute passes at once';
  }
}

export class Join extends Step {
  constructor(private readonly clock: 'right' | 'ten minutes fast' | 'ten minutes slow') {
    super();
  }

  check({ instances }: Readonly<Shop>): boolean {
    return instances < 2;
  }

  protected override isForTheAir(): boolean {
    return true;
  }

  protected async act(shop: Shop, premises: Premises): Promise<void> {
    await premises.join({ right: 0, 'ten minutes fast': 600_000, 'ten minutes slow': -600_000 }[this.clock]);
    shop.instances += 1;
  }

  protected sentence(): string {
    return `another instance joins, its clock is ${this.clock}`;
  }
}
