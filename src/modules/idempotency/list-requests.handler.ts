import { ListRequests, type RequestView } from './contract/request.queries.js';
import { RecordStore } from './record.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListRequests)
export class ListRequestsHandler implements IQueryHandler<ListRequests> {
  constructor(private readonly records: RecordStore) {}

  execute({ sagaIds }: ListRequests): Promise<RequestView[]> {
    return this.records.requestsOf(sagaIds);
  }
}
