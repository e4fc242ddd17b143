import { CancelOrderRequest } from './cancel-order.request.js';
import { foundOrder } from './order-answers.js';
import { RequestCancel } from '../contract/index.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { Roles } from '#shared/http/roles.guard.js';
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
  async cancel(@Param('id') id: string, @Body() body: CancelOrderRequest, @Caller() caller: Caller): Promise<Answer> {
    return foundOrder(await this.commands.execute(new RequestCancel(caller.tenant, id, body.reason)));
  }
}
