import type { Config } from '#shared/config/config.js';
import { CONFIG } from '#shared/config/config.token.js';
import { tellSupervisor } from '#shared/supervision/service-word.js';
import { Inject, Injectable } from '@nestjs/common';

/** The process that answers, which is also the one that works where the role is `all`. */
@Injectable()
export class Worker {
  /** Whether somebody starts it again, so that it may be killed to be looked at. */
  readonly isKillable: boolean;

  constructor(@Inject(CONFIG) { workerKillable = false }: Config) {
    this.isKillable = workerKillable;
  }

  /** SIGKILL, from the supervisor, who then knows that it was wanted. */
  killItself(): void {
    tellSupervisor('kill-me');
  }
}
