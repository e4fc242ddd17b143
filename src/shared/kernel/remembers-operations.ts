import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const REMEMBERS = 'ichido:remembers';

/** Marks a provider that keeps the operation keys of what it has made, after the stored answers are gone. */
export const Remembers = (): CustomDecorator => SetMetadata(REMEMBERS, true);

export interface RemembersOperations {
  /** Whether something was made under this operation key (hash of tenant, operation and key). */
  remembers(operationKey: Buffer): Promise<boolean>;
}
