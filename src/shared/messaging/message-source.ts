import type { IncomingMessage } from './inbox-message.js';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const MESSAGE_SOURCE = 'ichido:message-source';

/** Names the outside world that a provider can prove and read messages of. */
export const MessagesFrom = (source: string): CustomDecorator => SetMetadata(MESSAGE_SOURCE, source);

/** Knows how one outside world proves that a message is its own. */
export interface MessageSource {
  /** Proves and reads a message, or throws the DomainError that its sender is told; works in memory only. */
  open(raw: Buffer, proof: string | undefined): IncomingMessage;

  /** Reads a message that needs no proof, because it was fetched from the outside world itself. */
  read(raw: Buffer): IncomingMessage;
}
