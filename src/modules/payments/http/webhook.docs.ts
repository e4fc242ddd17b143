import { Documented } from '#shared/http/openapi/documented.decorator.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Receipt', description: 'The notice is stored and will not be lost.' })
class ReceiptResponse {
  @ApiProperty({ example: true })
  received!: true;
}

@ApiSchema({ name: 'ProviderEvent', description: 'An event as the provider writes it; members beyond these are kept.' })
class ProviderEventRequest {
  @ApiProperty({ description: 'Names the event for ever.', example: 'evt_1RZ8Zk2eZvKYlo2C' })
  id!: string;

  @ApiProperty({ example: 'event' })
  object!: 'event';

  @ApiProperty({
    description: 'What happened; a type that nobody acts on is kept.',
    example: 'payment_intent.succeeded',
  })
  type!: string;

  @ApiProperty({ description: 'Unix seconds.', type: 'integer', example: 1773480413 })
  created!: number;

  @ApiProperty({ description: 'Whether it is about real money.', example: false })
  livemode!: boolean;

  @ApiProperty({ description: 'In `object`: what it is about.', type: 'object', additionalProperties: true })
  data!: object;
}

const SUCCEEDED: ProviderEventRequest = {
  id: 'evt_1RZ8Zk2eZvKYlo2C',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1773480413,
  livemode: false,
  data: { object: { id: 'pi_3RZ8Zk2eZvKYlo2C', object: 'payment_intent', amount: 1780, currency: 'eur' } },
};

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
    body: {
      type: ProviderEventRequest,
      examples: { succeeded: { summary: 'A payment has succeeded', value: SUCCEEDED } },
    },
    answers: {
      200: {
        description: 'Stored, now or before.',
        body: ReceiptResponse,
        examples: { received: { summary: 'Stored', value: { received: true } } },
      },
    },
    refuses: ['webhook_signature_invalid'],
  });
