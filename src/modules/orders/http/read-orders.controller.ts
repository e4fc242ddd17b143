import { ListOrdersRequest } from './list-orders.request.js';
import { etagOf } from './order-answers.js';
import { GetOrderDocs, ListOrdersDocs } from './read-orders.docs.js';
import { GetOrder, ListOrders, type OrderView } from '../contract/index.js';
import { orderNotFound } from '../domain/order.errors.js';
import { Caller } from '#shared/http/caller.js';
import { decodeCursor, encodeCursor } from '#shared/http/cursor.js';
import { notModified } from '#shared/http/etag.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tenantOf = (caller: Caller): string | undefined => (caller.role === 'operator' ? undefined : caller.tenant);

@ApiTags('Orders')
@Controller('orders')
export class ReadOrdersController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id')
  @GetOrderDocs()
  async get(
    @Param('id') id: string,
    @Caller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView | undefined> {
    const order = isId(id) ? await this.queries.execute(new GetOrder(id, tenantOf(caller))) : undefined;
    if (!order) throw orderNotFound(id);
    return notModified(request, reply, etagOf(order)) ? undefined : order;
  }

  @Get()
  @ListOrdersDocs()
  async list(
    @Query() query: ListOrdersRequest,
    @Caller() caller: Caller,
  ): Promise<{ items: OrderView[]; nextCursor: string | null }> {
    const { cursor, limit, customerId, status } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, isId);
    const { items, next } = await this.queries.execute(
      new ListOrders({ tenantId: tenantOf(caller), customerId, status, before, limit }),
    );
    return { items, nextCursor: next ? encodeCursor(next) : null };
  }
}
