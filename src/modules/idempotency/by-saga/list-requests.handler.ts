import { ListRequests, type RequestView } from './request.queries.js';
import { SagaRecordsStore } from './saga-records.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListRequests)
export class ListRequestsHandler implements IQueryHandler<ListRequests> {
  constructor(private readonly records: SagaRecordsStore) {}

  execute({ sagaIds }: ListRequests): Promise<RequestView[]> {
    return this.records.requestsOf(sagaIds);
  }
}
