import { createdRefund } from './refund-answers.js';
import { RefundPaymentDocs } from './refund.docs.js';
import { RefundRequest } from './refund.request.js';
import { RequestRefund } from '../contract/index.js';
import { paymentNotFound } from '../domain/payment.errors.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Payments')
@Controller('payments')
export class RefundsController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':id/refunds')
  @Roles('client')
  @Idempotent({ operation: 'payments.refund' })
  @RefundPaymentDocs()
  async refund(@Param('id') id: string, @Body() body: RefundRequest, @Caller() caller: Caller): Promise<Answer> {
    if (!isId(id)) throw paymentNotFound(id);
    return createdRefund(await this.commands.execute(new RequestRefund(caller.tenant, id, body.amount, body.reason)));
  }
}
