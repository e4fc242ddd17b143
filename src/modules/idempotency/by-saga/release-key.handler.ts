import { ReleaseKey } from './key.commands.js';
import { GetKey, type KeyView } from './key.queries.js';
import { releasedKeys } from './released-keys.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ReleaseKey)
export class ReleaseKeyHandler implements ICommandHandler<ReleaseKey> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ recordId }: ReleaseKey): Promise<KeyView> {
    const key = await this.queries.execute(new GetKey(recordId));
    if (!key) throw new DomainError('not_found', 'not_found', 'There is no such key.');
    const problem = whyKept(key);
    if (problem) throw notReleasable(problem);
    Unit.current('a key').write(releasedKeys, { id: recordId });
    return key;
  }
}

/** Why a key has to go on meaning what it means; undefined when it means nothing but a refusal. */
function whyKept({ state, status = 0, sagaId }: KeyView): string | undefined {
  if (state === 'processing') return 'Its request is still being worked on.';
  if (sagaId !== undefined) return 'Its request has set something going, even if that was undone.';
  if (status < 400) return 'Its request has done what it asked for.';
  return undefined;
}

const notReleasable = (why: string): DomainError =>
  new DomainError('refused', 'key_not_releasable', `${why} Under this key nothing may be done a second time.`, {
    retry: 'never',
  });
