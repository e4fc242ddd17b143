import { StripeWebhookDocs } from './webhook.docs.js';
import { MessageDoor } from '#shared/messaging/message-door.js';
import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

const NOTHING = Buffer.alloc(0);

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly door: MessageDoor) {}

  /** Acknowledges what is durable and nothing else; what it means is worked out later, by a job. */
  @Post('stripe')
  @HttpCode(200)
  @StripeWebhookDocs()
  async receive(
    @Req() { body }: FastifyRequest,
    @Headers('Stripe-Signature') signature?: string,
  ): Promise<{ received: true }> {
    await this.door.receive('stripe', Buffer.isBuffer(body) ? body : NOTHING, signature);
    return { received: true };
  }
}
