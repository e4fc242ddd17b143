import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRoadFault } from '../faults/fault.js';
import { brokenBefore, inUse } from '../keys/key-errors.js';
import type { Provider } from './provider.js';
import { pathOf } from './query.js';

/** Lets a read meet the armed fault that waits for it; writes meet theirs at the desk. */
export async function meetRoadFault(
  { faults, pauses, books, killService }: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.method !== 'GET' || books.faults.size === 0) return;
  const fault = faults.take({ method: 'GET', path: pathOf(request), paymentMethod: null }, isRoadFault);
  if (fault?.kind === 'fail-before') throw brokenBefore(fault.status);
  if (fault?.kind === 'in-use-409') throw inUse('');
  if (fault?.kind === 'delay') await pauses.wait(fault.ms);
  if (fault?.kind === 'kill-after-effect') await killService?.();
  if (fault?.kind === 'drop-after-effect' || fault?.kind === 'kill-after-effect') {
    reply.hijack();
    request.raw.socket.destroy();
  }
}
