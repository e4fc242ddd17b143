import { type WebhookFault, isWebhookFault } from '../faults/fault.js';
import { faultOfMethod } from '../faults/method-fault.js';

/** How the events of a payment by this method are delivered, where its name asks for something unusual. */
export function webhookFaultOf(paymentMethod: string | null): WebhookFault | undefined {
  const fault = faultOfMethod(paymentMethod);
  return fault && isWebhookFault(fault) ? fault : undefined;
}
