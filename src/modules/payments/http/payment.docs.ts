import { PaymentResponse } from './payment.response.js';
import { Documented, ifNoneMatch, notModified } from '#shared/http/openapi/documented.decorator.js';

export const GetPaymentDocs = (): MethodDecorator =>
  Documented({
    id: 'getPayment',
    summary: 'Read a payment and its refunds',
    description: 'A client sees the payments of its own orders, an operator those of every tenant.',
    params: { id: { description: 'The payment; `paymentId` of its order.' } },
    headers: [ifNoneMatch],
    answers: {
      200: { description: 'The payment as it is now.', body: PaymentResponse, headers: ['ETag'] },
      304: notModified,
    },
    refuses: ['not_found'],
  });
