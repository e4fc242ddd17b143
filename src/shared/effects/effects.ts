import { TELLS_EFFECTS, type EffectTeller } from './effect-teller.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Says in sentences what a unit of work has decided, before anything of it is written. */
@Injectable()
export class Effects implements OnModuleInit {
  private readonly tellers: EffectTeller[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (metatype && Reflect.getMetadata(TELLS_EFFECTS, metatype)) this.tellers.push(instance as EffectTeller);
    }
  }

  /** Of the current unit, with all that its sagas make of it. */
  async ofCurrentUnit(): Promise<string[]> {
    const unit = Unit.current('effects');
    await unit.drain();
    return this.tellers.flatMap((teller) => teller.effectsOf(unit));
  }
}
