import { ActsStore, acts } from './acts.store.js';
import type { ActView, Operator } from '../contract/index.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Effects } from '#shared/effects/effects.js';
import { newId } from '#shared/kernel/ids.js';
import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';

/** What an operator wants of what. */
export interface Act {
  /** `sagas.retry`; kept with every act. */
  readonly name: string;
  readonly target: string;
  readonly by: Operator;
  /** What of the request decides what happens; two operators want the same when it is equal. */
  readonly content?: readonly (string | number)[];
  readonly tenantId?: string;
  readonly orderId?: string;
  readonly evidence?: string;
  /** Minor units at stake. */
  readonly stake?: number;
}

/** What was found out while an act was carried out. */
export interface CarriedOut {
  /** What follows from it later, in sentences. */
  readonly afterwards?: readonly string[];
  readonly tenantId?: string;
  readonly orderId?: string;
}

/** Does what operators ask for in the unit of their request, says what that is, and writes down who wanted it and why. */
@Injectable()
export class ActDesk {
  constructor(
    private readonly store: ActsStore,
    private readonly effects: Effects,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @param carryOut changes the unit
   * @returns what the unit's commit will do; of a dry run the caller has to discard the unit
   */
  async perform(act: Act, carryOut: () => Promise<CarriedOut | void>): Promise<ActView> {
    const { name, target, by, stake = 0, content = [] } = act;
    const wanted = hash('sha256', JSON.stringify([name, target, ...content]), 'buffer');
    const needsTwo = stake > (this.config.operatorLimit ?? Infinity);
    const proposal = needsTwo ? await this.store.proposed(wanted) : undefined;
    const isAlone = needsTwo && (!proposal || proposal.actor === by.name);
    if (isAlone && !by.dryRun) return this.propose(act, wanted, proposal?.id);
    const { afterwards = [], ...whose } = (await carryOut()) ?? {};
    const effects = await this.effects.ofCurrentUnit();
    const view = { act: name, target, effects, afterwards };
    if (by.dryRun)
      return { ...view, effects: isAlone ? [...effects, TWICE] : effects, outcome: 'would_be_done' as const };
    return {
      ...view,
      outcome: 'done',
      id: this.writeDown({ ...act, ...whose }, wanted, { outcome: 'done', effects, confirms: proposal?.id }),
    };
  }

  /** Once per wish: asking for it again under another key proposes nothing new. */
  private propose(act: Act, wanted: Buffer, known: string | undefined): ActView {
    const id = known ?? this.writeDown(act, wanted, { outcome: 'proposed', effects: [] });
    return { id, act: act.name, target: act.target, outcome: 'proposed', effects: [], afterwards: [] };
  }

  private writeDown(
    { name, target, by, tenantId, orderId, evidence }: Act,
    content: Buffer,
    what: { outcome: 'done' | 'proposed'; effects: readonly string[]; confirms?: string },
  ): string {
    const id = newId();
    const { name: actor, reason, operationKey } = by;
    const row = { id, actor, act: name, target, tenantId, orderId, reason, evidence, content, operationKey, ...what };
    Unit.current('an act').write(acts, row);
    return id;
  }
}

const TWICE = 'before any of it: another operator has to ask for the same, because it is above OPERATOR_LIMIT';
