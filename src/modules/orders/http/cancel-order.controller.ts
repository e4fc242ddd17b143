import { CancelOrderDocs } from './cancel-order.docs.js';
import { CancelOrderRequest } from './cancel-order.request.js';
import { foundOrder } from './order-answers.js';
import { RequestCancel } from '../contract/index.js';
import { orderNotFound } from '../domain/order.errors.js';
import { Idempotent, Visit, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Orders')
@Controller('orders')
export class CancelOrderController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':id/cancel')
  @HttpCode(200)
  @Roles('client')
  @Idempotent({ operation: 'orders.cancel' })
  @CancelOrderDocs()
  async cancel(@Param('id') id: string, @Body() body: CancelOrderRequest, @Caller() caller: Caller): Promise<Answer> {
    if (!isId(id)) throw orderNotFound(id);
    const { operationKey } = Visit.current();
    return foundOrder(await this.commands.execute(new RequestCancel(caller.tenant, id, body.reason, operationKey)));
  }
}
