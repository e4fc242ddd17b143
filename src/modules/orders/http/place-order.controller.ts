import { createdOrder } from './order-answers.js';
import { PlaceOrderDocs } from './place-order.docs.js';
import { PlaceOrderRequest } from './place-order.request.js';
import { PlaceOrder } from '../contract/index.js';
import { Idempotent, Visit, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Orders')
@Controller('orders')
export class PlaceOrderController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Roles('client')
  @Idempotent({ operation: 'orders.place' })
  @PlaceOrderDocs()
  async place(@Body() body: PlaceOrderRequest, @Caller() caller: Caller): Promise<Answer> {
    return createdOrder(await this.commands.execute(new PlaceOrder(caller.tenant, body, Visit.current().operationKey)));
  }
}
