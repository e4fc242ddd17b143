import { GetPaymentDocs } from './payment.docs.js';
import { GetPayment, type PaymentView } from '../contract/index.js';
import { paymentNotFound } from '../domain/payment.errors.js';
import { Caller } from '#shared/http/caller.js';
import { notModified } from '#shared/http/etag.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

@ApiTags('Payments')
@Controller('payments')
export class PaymentsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id')
  @GetPaymentDocs()
  async get(
    @Param('id') id: string,
    @Caller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentView | undefined> {
    const tenantId = caller.role === 'operator' ? undefined : caller.tenant;
    const payment = isId(id) ? await this.queries.execute(new GetPayment(id, tenantId)) : undefined;
    if (!payment) throw paymentNotFound(id);
    return notModified(request, reply, `"${payment.version}"`) ? undefined : payment;
  }
}
