import { ConfirmOrderByIdDocs, ConfirmOrderDocs, PayDraftDocs } from './confirm-order.docs.js';
import { ConfirmOrderByIdRequest, ConfirmOrderRequest, PayDraftRequest } from './confirm-order.request.js';
import { foundOrder } from './order-answers.js';
import { ConfirmDraft } from '../contract/index.js';
import { orderNotFound } from '../domain/order.errors.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

/** Both confirm forms are one operation: the same key and content in either form is the same request. */
const byBody = (body: object): { target: string; body: object } => {
  const { orderId, ...rest } = body as ConfirmOrderByIdRequest;
  return { target: orderId, body: rest };
};

/** Sends a draft on its way: by path, by body, or as the payment of it. */
@Controller()
@Roles('client')
export class ConfirmOrderController {
  constructor(private readonly commands: CommandBus) {}

  @ApiTags('Orders')
  @Post('orders/confirm')
  @HttpCode(200)
  @Idempotent({ operation: 'orders.confirm', content: byBody })
  @ConfirmOrderByIdDocs()
  confirmByBody(@Body() body: ConfirmOrderByIdRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.confirm(caller, body.orderId, body.amount, body.paymentMethod);
  }

  @ApiTags('Orders')
  @Post('orders/:id/confirm')
  @HttpCode(200)
  @Idempotent({ operation: 'orders.confirm' })
  @ConfirmOrderDocs()
  confirmByPath(@Param('id') id: string, @Body() body: ConfirmOrderRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.confirm(caller, id, body.amount, body.paymentMethod);
  }

  @ApiTags('Payments')
  @Post('payments')
  @Idempotent({ operation: 'payments.create', content: byBody })
  @PayDraftDocs()
  pay(@Body() body: PayDraftRequest, @Caller() caller: Caller): Promise<Answer> {
    return this.confirm(caller, body.orderId, body.amount, body.paymentMethod);
  }

  private async confirm(caller: Caller, orderId: string, amount?: number, paymentMethod?: string): Promise<Answer> {
    if (!isId(orderId)) throw orderNotFound(orderId);
    return foundOrder(await this.commands.execute(new ConfirmDraft(caller.tenant, orderId, amount, paymentMethod)));
  }
}
