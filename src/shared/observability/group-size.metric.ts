import { METRICS } from './metrics.token.js';
import { GroupCommit } from '../database/unit-of-work/group-commit.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Histogram, type Registry } from 'prom-client';

/** Doubled up to the most that a group may hold. */
const BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

/** `ichido_group_size`: how many units shared each commit of this process. */
@Injectable()
export class GroupSizeMetric implements OnModuleInit {
  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    private readonly groups: GroupCommit,
  ) {}

  onModuleInit(): void {
    const sizes = new Histogram({
      name: 'ichido_group_size',
      help: 'Units of work that shared one commit.',
      buckets: BUCKETS,
      registers: [this.registry],
    });
    this.groups.onGroup((units) => sizes.observe(units));
  }
}
