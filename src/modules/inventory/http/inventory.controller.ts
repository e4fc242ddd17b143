import { AdjustStockRequest, SetStockRequest } from './set-stock.request.js';
import { isSku, SkuPipe } from './sku.pipe.js';
import { AdjustStockDocs, GetStockDocs, ListStockDocs, SetStockDocs } from './stock.docs.js';
import { AdjustStock, GetStock, ListStock, SetStock, type StockView } from '../contract/index.js';
import { unknownStock } from '../domain/stock.errors.js';
import { Idempotent, InUnit, jsonAnswer, Visit, type Answer } from '#modules/idempotency/contract/index.js';
import { decodeCursor, encodeCursor } from '#shared/http/cursor.js';
import { expectedVersion } from '#shared/http/etag.js';
import { PageRequest } from '#shared/http/page.request.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

const etagOf = (stock: StockView): string => `"${stock.version}"`;

@ApiTags('Inventory')
@Controller('inventory')
export class InventoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':sku')
  @GetStockDocs()
  async get(@Param('sku', SkuPipe) sku: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StockView> {
    const stock = await this.queries.execute(new GetStock(sku));
    if (!stock) throw unknownStock(sku);
    void reply.header('ETag', etagOf(stock));
    return stock;
  }

  @Get()
  @ListStockDocs()
  async list(@Query() { cursor, limit }: PageRequest): Promise<{ items: StockView[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, isSku);
    const { items, next } = await this.queries.execute(new ListStock(limit, after));
    return { items, nextCursor: next ? encodeCursor(next) : null };
  }

  @Put(':sku')
  @Roles('operator')
  @InUnit()
  @SetStockDocs()
  async set(
    @Param('sku', SkuPipe) sku: string,
    @Body() body: SetStockRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StockView> {
    const { created, stock } = await this.commands.execute(new SetStock(sku, body, expectedVersion(request)));
    void reply.status(created ? 201 : 200).header('ETag', etagOf(stock));
    return stock;
  }

  @Post(':sku/adjustments')
  @Roles('operator')
  @Idempotent({ operation: 'inventory.adjust' })
  @AdjustStockDocs()
  async adjust(@Param('sku', SkuPipe) sku: string, @Body() body: AdjustStockRequest): Promise<Answer> {
    const { operationKey } = Visit.current();
    const stock = await this.commands.execute(new AdjustStock(sku, body.delta, body.reason, operationKey));
    return jsonAnswer(201, stock, { location: `/api/inventory/${sku}`, etag: etagOf(stock) });
  }
}
