import { Documented } from '#shared/http/openapi/documented.decorator.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Receipt', description: 'The notice is stored and will not be lost.' })
class ReceiptResponse {
  @ApiProperty({ example: true })
  received!: true;
}

export const StripeWebhookDocs = (): MethodDecorator =>
  Documented({
    id: 'receiveStripeEvent',
    summary: 'Receive a notice of the payment provider',
    description:
      'For the provider alone: the body is one of its events, signed over its bytes. It is acknowledged as soon as it is ' +
      'stored; what it means for a payment is worked out afterwards. A repeat is acknowledged and changes nothing.',
    headers: [
      {
        name: 'Stripe-Signature',
        description: "The provider's signature over time and body, at most five minutes old.",
        required: true,
      },
    ],
    answers: {
      200: {
        description: 'Stored, now or before.',
        body: ReceiptResponse,
        examples: { received: { summary: 'Stored', value: { received: true } } },
      },
    },
    refuses: ['webhook_signature_invalid'],
  });
