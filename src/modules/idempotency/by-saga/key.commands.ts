import type { KeyView } from './key.queries.js';
import { Command } from '@nestjs/cqrs';

/**
 * Forget a key whose request was refused and has set nothing going, so that it can be used anew. Refused with
 * `key_not_releasable` when anything has happened under it.
 */
export class ReleaseKey extends Command<KeyView> {
  constructor(readonly recordId: string) {
    super();
  }
}
