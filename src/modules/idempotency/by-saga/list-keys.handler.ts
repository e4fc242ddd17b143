import { GetKey, ListKeys, type KeyView } from './key.queries.js';
import { KeysStore } from './keys.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListKeys)
export class ListKeysHandler implements IQueryHandler<ListKeys> {
  constructor(private readonly keys: KeysStore) {}

  execute({ filter }: ListKeys): Promise<KeyView[]> {
    return this.keys.page(filter);
  }
}

@QueryHandler(GetKey)
export class GetKeyHandler implements IQueryHandler<GetKey> {
  constructor(private readonly keys: KeysStore) {}

  execute({ recordId }: GetKey): Promise<KeyView | undefined> {
    return this.keys.byId(recordId);
  }
}
