import { Payment } from '#modules/payments/domain/payment.entity.js';

type Asked = Parameters<typeof Payment.request>[0];

/** The payment of order-1, asked for and not sent yet: 10.00 EUR unless it says otherwise. */
export const askedPayment = (over: Partial<Asked> = {}): Payment =>
  Payment.request({
    id: 'payment-1',
    tenantId: 'alice',
    orderId: 'order-1',
    sagaId: 'saga-1',
    amount: 1000,
    currency: 'EUR',
    paymentMethod: 'pm_card_visa',
    provider: 'sandbox',
    stepKey: 'saga-1:payment.capture',
    ...over,
  });

/** The same payment, captured as `pi_1`. */
export function paidPayment(over: Partial<Asked> = {}): Payment {
  const payment = askedPayment(over);
  payment.learn({ kind: 'captured', providerReference: 'pi_1' });
  return payment;
}
